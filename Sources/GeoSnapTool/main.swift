print("geosnap")
