"""Most Irregular: a small action of single men, who come into ranks and fall out of them."""
