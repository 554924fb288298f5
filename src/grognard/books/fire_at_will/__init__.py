"""Fire At Will, Men: strips in formations, heroes, monsters and magic."""
