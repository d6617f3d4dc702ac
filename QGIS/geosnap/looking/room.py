class Room:
    def __init__(self, desk):
        self.desk = desk

    def unload(self):
        pass
