"""Relations between the features of a network and their associations, for forms."""

from qgis.core import QgsRelation

from ..kernel.texts import tr


def relate(project, associations, layers):
    """Relates layers to the layer of associations, from each feature and to each feature.

    Parameters
    ----------
    associations : QgsVectorLayer
    layers : list of QgsVectorLayer
        All have to be in the project.
    """
    child = {name.upper(): name for name in associations.fields().names()}
    for layer in layers:
        parent = {name.upper(): name for name in layer.fields().names()}
        if "GLOBALID" not in parent:
            continue
        for field, title in (("FROMGLOBALID", tr("Associations from it")), ("TOGLOBALID", tr("Associations to it"))):
            if field not in child:
                continue
            relation = QgsRelation()
            relation.setId(f"geosnap_{layer.id()}_{field.lower()}")
            relation.setName(title)
            relation.setReferencedLayer(layer.id())
            relation.setReferencingLayer(associations.id())
            relation.addFieldPair(child[field], parent["GLOBALID"])
            if relation.isValid():
                project.relationManager().addRelation(relation)
