"""Looks at networks: associations, containers, subnetworks, why something is not supplied, and validation."""

import driving
import geosnap
from driving import Session, canvas, click, key, pump, room, show, until, wait_for_tasks
from qgis.core import QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import Qt


class LookingSession(Session):
    """A session with a network that is open, and its layers."""

    def open(self, path):
        networks = driving.plugin().desk.networks
        found = []
        networks.open(path, found.append, found.append)
        until(lambda: found, 60, "the network")
        if isinstance(found[0], BaseException):
            raise found[0]
        networks.make_current(found[0])
        for table in found[0].kernel.tables:
            layer = QgsVectorLayer(f"{path}|layername={table}", table, "ogr")
            if layer.isValid() and layer.isSpatial() and layer.featureCount():
                QgsProject.instance().addMapLayer(layer)
        driving.settle()
        self.network = found[0]
        return found[0]


class SmokeTests(LookingSession):
    def test_all(self):
        self.open(self.copy())
        import faulthandler; faulthandler.dump_traceback_later(60, exit=True)
        show(416844, 5368187, 60)
        look = room("looking")
        look.associations.action.trigger()
        pump(0.3)
        print(len(look.associations.global_ids), look.associations.legend.rows, look.associations.sentence)
        driving.picture("associations")
        look.containers.action.trigger()
        pump(0.2)
        click(416841.462, 5368183.228)
        wait_for_tasks()
        print("x", flush=True)
        print(look.containers.panel.title.text(), look.containers.panel.view.rows)
        driving.settle(); pump(1)
        driving.picture("container")
        look.containers.panel.hide()
        look.subnetworks.action.trigger()
        wait_for_tasks()
        print(look.subnetworks.panel.title.text())
        canvas().zoomToFullExtent(); driving.settle()
        driving.picture("subnetworks")
        look.subnetworks.panel.hide()
        look.validation.action.trigger()
        wait_for_tasks()
        print(look.validation.panel.title.text())
        driving.picture("validation")
