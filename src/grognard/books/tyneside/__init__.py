"""The Tyneside skirmish family: what Early 19th Century and Pike and Shot share; each book's own is in its folder."""
