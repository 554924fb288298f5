"""The geometry of the tabletop: bases and boxes, pieces of terrain, going, sight lines and arcs."""
