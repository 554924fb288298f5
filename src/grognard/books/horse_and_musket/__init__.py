"""Horse and Musket: battalions, regiments and batteries in the manner of Featherstone.  Distances in inches."""
