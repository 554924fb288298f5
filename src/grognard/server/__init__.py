"""The authority: games, seats, sockets, storage."""
