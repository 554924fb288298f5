"""Pike and Shot: the wars of the late 16th and the 17th century."""
