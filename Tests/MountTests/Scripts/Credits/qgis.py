import sys

from qgis.analysis import QgsNativeAlgorithms
from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback, QgsVectorLayer

QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()
application.processingRegistry().addProvider(QgsNativeAlgorithms())
algorithm = application.processingRegistry().algorithmById("native:importphotos")
target = sys.argv[1] + ".gpkg"
done, is_good = algorithm.run({"FOLDER": sys.argv[1], "OUTPUT": target}, QgsProcessingContext(), QgsProcessingFeedback())
for photo in QgsVectorLayer(target).getFeatures():
    point = photo.geometry().constGet()
    print(f"{point.y():.4f} {point.x():.4f} {photo['timestamp'].date().toString('yyyy-MM-dd')}")
