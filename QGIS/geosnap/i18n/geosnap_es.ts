<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES" sourcelanguage="en">
<context>
    <name>GeoSnap</name>
    <message>
        <source> pixels</source>
        <translation> píxeles</translation>
    </message>
    <message>
        <source>&apos;Device Status&apos; = Open and Length &gt; 10</source>
        <translation>&apos;Device Status&apos; = Open and Length &gt; 10</translation>
    </message>
    <message>
        <source>(none: no barriers)</source>
        <translation>(ninguno: nada bloquea)</translation>
    </message>
    <message>
        <source>(stay in the tier)</source>
        <translation>(quedarse en el nivel)</translation>
    </message>
    <message>
        <source>(the definition of the tier)</source>
        <translation>(del nivel)</translation>
    </message>
    <message>
        <source>(the tier of the starts)</source>
        <translation>(el nivel de los inicios)</translation>
    </message>
    <message>
        <source>(the tier of the starts: {})</source>
        <translation>(el nivel de los inicios: {})</translation>
    </message>
    <message>
        <source>+ Category</source>
        <translation>+ Categoría</translation>
    </message>
    <message>
        <source>+ Condition</source>
        <translation>+ Condición</translation>
    </message>
    <message>
        <source>+ Expression</source>
        <translation>+ Expresión</translation>
    </message>
    <message>
        <source>+ Function</source>
        <translation>+ Función</translation>
    </message>
    <message>
        <source>+ Function barrier</source>
        <translation>+ Barrera de función</translation>
    </message>
    <message>
        <source>1 element</source>
        <translation>1 elemento</translation>
    </message>
    <message>
        <source>1 feature</source>
        <translation>1 objeto</translation>
    </message>
    <message>
        <source>1 feature is in no subnetwork.</source>
        <translation>1 objeto no está en ninguna subred.</translation>
    </message>
    <message>
        <source>&gt;= 100 local</source>
        <translation>&gt;= 100 local</translation>
    </message>
    <message>
        <source>A function barrier, such as add(Length) &gt;= 100. With &apos;local&apos; each path has its own sum.</source>
        <translation>Una barrera de función, como add(Length) &gt;= 100. Con &apos;local&apos; cada camino tiene su propia suma.</translation>
    </message>
    <message>
        <source>A junction is needed there first.</source>
        <translation>Antes hace falta allí un cruce.</translation>
    </message>
    <message>
        <source>A line has at least two vertices.</source>
        <translation>Una línea tiene al menos dos vértices.</translation>
    </message>
    <message>
        <source>A row without a value has no effect yet.</source>
        <translation>Una fila sin valor aún no tiene efecto.</translation>
    </message>
    <message>
        <source>A shortest path needs two starts: where it begins and where it ends.</source>
        <translation>Una ruta más corta necesita dos inicios: donde empieza y donde termina.</translation>
    </message>
    <message>
        <source>A trace uses the conditions of its tier as barriers. A connected trace has no barriers, unless a tier is given. Conditions are written as &apos;Device Status&apos; = Closed, or category = Isolating; functions as add(Length); function barriers as add(Length) &gt;= 4 local.
An isolation needs a filter condition for the features that can be shut, such as category = Isolating. A shortest path needs two starts and the network attribute that it adds up.
The result has one row for each feature; for a line, with the part that was found. Elements are listed by terminal and part of a line. Stops say where the trace ended, and why. The report has everything, including the values of functions.</source>
        <translation>Un seguimiento parte de la definición del nivel, cuyas condiciones bloquean. Uno de conectados parte de que nada bloquea, salvo que se indique un nivel. Las condiciones se escriben como &apos;Device Status&apos; = Closed, o category = Isolating; las funciones como add(Length); las barreras de función como add(Length) &gt;= 4 local.
Un aislamiento necesita una condición de filtro que diga qué se puede cerrar, como category = Isolating. Una ruta más corta necesita dos inicios y el atributo de red que suma.
Cada objeto del resultado tiene una fila; de una línea, el trecho que le corresponde. Los elementos son lo mismo por terminal y trecho. Las paradas dicen dónde terminó el seguimiento y por qué. El informe lo tiene todo, también los valores de las funciones.</translation>
    </message>
    <message>
        <source>A value to sum up over the results.</source>
        <translation>Un valor que se suma en los resultados.</translation>
    </message>
    <message>
        <source>AND binds tighter than OR.</source>
        <translation>AND tiene prioridad sobre OR.</translation>
    </message>
    <message>
        <source>Add to the existing network</source>
        <translation>Añadir a la red que ya existe</translation>
    </message>
    <message>
        <source>Add up</source>
        <translation>Sumar</translation>
    </message>
    <message>
        <source>Add up over the results</source>
        <translation>Sumar en los resultados</translation>
    </message>
    <message>
        <source>Added up</source>
        <translation>Sumado</translation>
    </message>
    <message>
        <source>Additional results</source>
        <translation>Resultados adicionales</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Adds a condition as a text, which may have parentheses.</source>
        <translation>Añade una condición escrita, con paréntesis.</translation>
    </message>
    <message>
        <source>Adds a condition on a network attribute.</source>
        <translation>Añade una condición sobre un atributo de red.</translation>
    </message>
    <message>
        <source>Adds a condition on the category of asset types.</source>
        <translation>Añade una condición sobre la categoría de los tipos de activo.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>All features nearby are switched off.</source>
        <translation>Todos los objetos cercanos están desactivados.</translation>
    </message>
    <message>
        <source>All places nearby are refused: {}.</source>
        <translation>Todo lo que está cerca se rechaza: {}.</translation>
    </message>
    <message>
        <source>All terminals</source>
        <translation>Todos los terminales</translation>
    </message>
    <message>
        <source>Allowed place</source>
        <translation>Lugar permitido</translation>
    </message>
    <message>
        <source>Also return</source>
        <translation>Devolver además</translation>
    </message>
    <message>
        <source>Also without supply</source>
        <translation>Además sin suministro</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Another junction is there.</source>
        <translation>Allí hay otro cruce.</translation>
    </message>
    <message>
        <source>Another vertex with the same coordinate has to stay.</source>
        <translation>Otro vértice en su coordenada tiene que quedarse.</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Áreas</translation>
    </message>
    <message>
        <source>Areas by distance</source>
        <translation>Áreas por distancia</translation>
    </message>
    <message>
        <source>Areas by segment</source>
        <translation>Áreas por tramo</translation>
    </message>
    <message>
        <source>Areas by subnetwork</source>
        <translation>Áreas por subred</translation>
    </message>
    <message>
        <source>Areas of the path</source>
        <translation>Áreas del camino</translation>
    </message>
    <message>
        <source>Areas of the trace</source>
        <translation>Áreas del seguimiento</translation>
    </message>
    <message>
        <source>As layers</source>
        <translation>Como capas</translation>
    </message>
    <message>
        <source>Asset group</source>
        <translation>Grupo de activos</translation>
    </message>
    <message>
        <source>Asset type</source>
        <translation>Tipo de activo</translation>
    </message>
    <message>
        <source>Asset type (empty: no rule applies)</source>
        <translation>Tipo de activo (vacío: no se aplica ninguna regla)</translation>
    </message>
    <message>
        <source>Asset type code</source>
        <translation>Código del tipo de activo</translation>
    </message>
    <message>
        <source>Asset types of {}</source>
        <translation>Tipos de activo de {}</translation>
    </message>
    <message>
        <source>Association</source>
        <translation>Asociación</translation>
    </message>
    <message>
        <source>Association with a feature that is missing</source>
        <translation>Asociación con un objeto que falta</translation>
    </message>
    <message>
        <source>Association with a feature that is set aside</source>
        <translation>Asociación con un objeto apartado</translation>
    </message>
    <message>
        <source>Association with another asset type</source>
        <translation>Asociación con otro tipo de activo</translation>
    </message>
    <message>
        <source>Associations</source>
        <translation>Asociaciones</translation>
    </message>
    <message>
        <source>Associations from it</source>
        <translation>Asociaciones desde este objeto</translation>
    </message>
    <message>
        <source>Associations in view</source>
        <translation>Asociaciones en la vista</translation>
    </message>
    <message>
        <source>Associations to it</source>
        <translation>Asociaciones hacia este objeto</translation>
    </message>
    <message>
        <source>Associations: {}.</source>
        <translation>Asociaciones: {}.</translation>
    </message>
    <message>
        <source>At the nearest place of the feature</source>
        <translation>En el lugar más cercano del objeto</translation>
    </message>
    <message>
        <source>At the point</source>
        <translation>En el punto</translation>
    </message>
    <message>
        <source>Attachment</source>
        <translation>Adjunto</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Atributo</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>Barrera</translation>
    </message>
    <message>
        <source>Barrier: {}</source>
        <translation>Barrera: {}</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barreras</translation>
    </message>
    <message>
        <source>Begin on the line that gets the new course.</source>
        <translation>Empiece en la línea que recibe el nuevo trazado.</translation>
    </message>
    <message>
        <source>Blockers</source>
        <translation>Bloqueos</translation>
    </message>
    <message>
        <source>Broken rule</source>
        <translation>Regla incumplida</translation>
    </message>
    <message>
        <source>CSV (*.csv);;All files (*.*)</source>
        <translation>CSV (*.csv);;Todos los archivos (*.*)</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>Archivos CSV (*.csv)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Cannot be operated</source>
        <translation>No se puede operar</translation>
    </message>
    <message>
        <source>Changed: {}</source>
        <translation>Cambiado: {}</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Comprobar</translation>
    </message>
    <message>
        <source>Checking the drawn features</source>
        <translation>Revisando lo dibujado</translation>
    </message>
    <message>
        <source>Checking the edits</source>
        <translation>Comprobando lo que se edita</translation>
    </message>
    <message>
        <source>Checking the saved edits</source>
        <translation>Comprobando lo que se guarda</translation>
    </message>
    <message>
        <source>Choose a network: none is given, and the project has none.</source>
        <translation>Elija una red: no se indicó ninguna y el proyecto no tiene ninguna.</translation>
    </message>
    <message>
        <source>Choose the asset type that the points will have. Without an asset type, the points snap to everything, and no rule applies. A vertex wins over a place on a segment; otherwise the nearest place wins.
The result has a row for each point: snapped says whether it was moved, kind and rule say where to and by which rule. A point that is not snapped stays where it was. Conform features to a network reports the reasons.
The points may have any reference system. The result has that of the network.</source>
        <translation>Elija el tipo de activo que han de ser los puntos. Sin él se ensambla a todo y no cuenta ninguna regla. Un vértice gana a un lugar en un segmento; después gana lo más cercano.
Cada punto tiene una fila: snapped dice si se movió; kind y rule, adónde y según qué regla. Un punto que no se ensambla se queda donde estaba. «Adaptar objetos a una red» dice por qué se queda uno.
Los puntos pueden tener cualquier sistema de referencia. El resultado tiene el de la red.</translation>
    </message>
    <message>
        <source>Choose the tier first: the configuration is based on its definition.</source>
        <translation>Elija primero el nivel: la configuración se basa en su definición.</translation>
    </message>
    <message>
        <source>Choose what to draw first: the panel lists the asset types.</source>
        <translation>Elija primero qué dibujar: el panel muestra los tipos de activo.</translation>
    </message>
    <message>
        <source>Choose what to set, then click on the map.</source>
        <translation>Elija qué poner y haga clic en el mapa.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Vaciar</translation>
    </message>
    <message>
        <source>Click a container on the map, or a feature in a container.</source>
        <translation>Haga clic en el mapa en un contenedor, o en un objeto dentro de uno.</translation>
    </message>
    <message>
        <source>Click a container, or a feature in a container, to see the content</source>
        <translation>Hacer clic en un contenedor, o en un objeto dentro de uno, para ver lo que contiene</translation>
    </message>
    <message>
        <source>Click a feature to see it at 1:{:,.0f}, where all features are legible.</source>
        <translation>Haga clic en un objeto para verlo a 1:{:,.0f}, donde se distinguen todos.</translation>
    </message>
    <message>
        <source>Click a feature without supply, then the source that should supply it</source>
        <translation>Hacer clic en lo que no tiene suministro y luego en la fuente que debería suministrarlo</translation>
    </message>
    <message>
        <source>Click a feature without supply.</source>
        <translation>Haga clic en lo que no tiene suministro.</translation>
    </message>
    <message>
        <source>Click a place that the results do not pass. This place shortens the answer, and hides no controller.</source>
        <translation>Haga clic en un lugar por el que no pasan los resultados: acorta la respuesta y no oculta ningún controlador.</translation>
    </message>
    <message>
        <source>Click a place that the trace does not pass.</source>
        <translation>Haga clic en un lugar por el que no pasa el seguimiento.</translation>
    </message>
    <message>
        <source>Click a valve, a switch or a line, and choose what to suppose. Nothing is written.</source>
        <translation>Haga clic en una válvula, un interruptor o una línea y elija qué se supone. No se escribe nada.</translation>
    </message>
    <message>
        <source>Click on a line.</source>
        <translation>Haga clic en una línea.</translation>
    </message>
    <message>
        <source>Click on the feature to delete.</source>
        <translation>Haga clic en lo que se va a borrar.</translation>
    </message>
    <message>
        <source>Click on the line that becomes part of this one.</source>
        <translation>Haga clic en la línea que pasa a formar parte de esta.</translation>
    </message>
    <message>
        <source>Click on the line to split.</source>
        <translation>Haga clic en la línea que se va a dividir.</translation>
    </message>
    <message>
        <source>Click the new place of the vertex. A right click leaves it where it is.</source>
        <translation>Haga clic donde va el vértice. Un clic derecho lo deja donde está.</translation>
    </message>
    <message>
        <source>Click the source that should supply it, or press Enter to find its controllers.</source>
        <translation>Haga clic en la fuente que debería suministrarlo, o pulse Intro para buscar sus controladores.</translation>
    </message>
    <message>
        <source>Click where the trace starts.</source>
        <translation>Haga clic donde empieza el seguimiento.</translation>
    </message>
    <message>
        <source>Computes the cost of reaching each feature from a place, along the network.</source>
        <translation>Calcula cuánto cuesta llegar a cada objeto desde un lugar, a lo largo de la red.</translation>
    </message>
    <message>
        <source>Condition for valves</source>
        <translation>Condición de las válvulas</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Condiciones</translation>
    </message>
    <message>
        <source>Configurations are saved in the network&apos;s file, each under a name.</source>
        <translation>Las configuraciones se guardan en el archivo de la red, cada una con un nombre.</translation>
    </message>
    <message>
        <source>Conform features to a network</source>
        <translation>Adaptar objetos a una red</translation>
    </message>
    <message>
        <source>Conformed features</source>
        <translation>Objetos adaptados</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Conectado</translation>
    </message>
    <message>
        <source>Connection within a line</source>
        <translation>Conexión dentro de una línea</translation>
    </message>
    <message>
        <source>Connection {}</source>
        <translation>Conexión {}</translation>
    </message>
    <message>
        <source>Connectivity</source>
        <translation>Conectividad</translation>
    </message>
    <message>
        <source>Connectivity with a line</source>
        <translation>Conectividad con una línea</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Contenedor</translation>
    </message>
    <message>
        <source>Container contents</source>
        <translation>Contenido de contenedores</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>Contenedores</translation>
    </message>
    <message>
        <source>Content is visible</source>
        <translation>El contenido es visible</translation>
    </message>
    <message>
        <source>Contents of containers</source>
        <translation>Contenido de contenedores</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>Controladores</translation>
    </message>
    <message>
        <source>Controllers, between commas</source>
        <translation>Controladores, separados por comas</translation>
    </message>
    <message>
        <source>Controllers: {}</source>
        <translation>Controladores: {}</translation>
    </message>
    <message>
        <source>Copies the command that gives the same answer.</source>
        <translation>Copia la orden que da la misma respuesta.</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Copiar orden</translation>
    </message>
    <message>
        <source>Cost of the path</source>
        <translation>Coste del camino</translation>
    </message>
    <message>
        <source>Cost of the path: {}</source>
        <translation>Coste del camino: {}</translation>
    </message>
    <message>
        <source>Cost: {}</source>
        <translation>Coste: {}</translation>
    </message>
    <message>
        <source>Create {}</source>
        <translation>Crear {}</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Dead ends, among the stops</source>
        <translation>Extremos sin salida, entre las paradas</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>Valores predeterminados</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Definición</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>Delete a feature by a click, or the selected features with the Delete key</source>
        <translation>Borrar lo que se pulsa, o lo seleccionado con la tecla Supr</translation>
    </message>
    <message>
        <source>Delete the association</source>
        <translation>Borrar la asociación</translation>
    </message>
    <message>
        <source>Delete the feature</source>
        <translation>Borrar el objeto</translation>
    </message>
    <message>
        <source>Delete {}</source>
        <translation>Borrar {}</translation>
    </message>
    <message>
        <source>Delete {} features</source>
        <translation>Borrar {} objetos</translation>
    </message>
    <message>
        <source>Deleted: {}</source>
        <translation>Borrado: {}</translation>
    </message>
    <message>
        <source>Deletes the configuration from the file.</source>
        <translation>Borra la configuración del archivo.</translation>
    </message>
    <message>
        <source>Derived</source>
        <translation>Derivado</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Descripción</translation>
    </message>
    <message>
        <source>Device of several terminals within a line</source>
        <translation>Dispositivo de varios terminales dentro de una línea</translation>
    </message>
    <message>
        <source>Distances within a network</source>
        <translation>Distancias dentro de una red</translation>
    </message>
    <message>
        <source>Divide a network at its valves</source>
        <translation>Dividir una red por sus válvulas</translation>
    </message>
    <message>
        <source>Divides a network into segments, each isolated by the valves around it.</source>
        <translation>Divide una red en tramos, cada uno aislado por las válvulas que lo rodean.</translation>
    </message>
    <message>
        <source>Do not return</source>
        <translation>No devolver</translation>
    </message>
    <message>
        <source>Domain network</source>
        <translation>Red de dominio</translation>
    </message>
    <message>
        <source>Domain network (empty: all)</source>
        <translation>Red de dominio (vacío: todas)</translation>
    </message>
    <message>
        <source>Doubts</source>
        <translation>Dudas</translation>
    </message>
    <message>
        <source>Downstream</source>
        <translation>Aguas abajo</translation>
    </message>
    <message>
        <source>Draw by the rules</source>
        <translation>Dibujar según las reglas</translation>
    </message>
    <message>
        <source>Draw points and lines where the rules allow it</source>
        <translation>Dibujar puntos y líneas, cada clic donde las reglas lo permiten</translation>
    </message>
    <message>
        <source>Draw the associations in view as dashed lines</source>
        <translation>Dibujar las asociaciones de la vista como líneas discontinuas</translation>
    </message>
    <message>
        <source>Draw the new course back to the line. A right click ends it.</source>
        <translation>Dibuje el nuevo trazado hasta volver a la línea. Un clic derecho lo termina.</translation>
    </message>
    <message>
        <source>Draw the new course of a line over it</source>
        <translation>Dibujar el nuevo trazado de una línea sobre ella</translation>
    </message>
    <message>
        <source>Draw {} instead</source>
        <translation>Dibujar {} en su lugar</translation>
    </message>
    <message>
        <source>Drawing by the rules</source>
        <translation>Dibujo según las reglas</translation>
    </message>
    <message>
        <source>Drop this edit</source>
        <translation>Descartar esta edición</translation>
    </message>
    <message>
        <source>EPANET (*.inp);;All files (*.*)</source>
        <translation>EPANET (*.inp);;Todos los archivos (*.*)</translation>
    </message>
    <message>
        <source>EPANET,water,inp,pressure,hydraulic</source>
        <translation>EPANET,agua,inp,presión,hidráulica</translation>
    </message>
    <message>
        <source>Each error has its place as a point, its number and code, a message, a remedy, and the global ids of the features concerned. Errors without a place have no geometry.
Rule gaps are the asset types that meet in the data without a rule, with their number. They always cover the whole network.
Doubts break no rule, but look like mistakes: features drawn twice, ends that connect to nothing, near misses, crossings, islands and places far from all others.
A model can stop if there are errors.</source>
        <translation>Cada error tiene un punto donde está, su número y código, una frase, qué hacer y los id globales de los objetos afectados. Los errores sin lugar no tienen geometría.
Los vacíos de reglas son los tipos de activo que se encuentran en los datos sin regla, con la frecuencia. Son siempre de toda la red.
Las dudas no incumplen ninguna regla y aun así parecen errores: objetos dibujados dos veces, extremos que no se unen a nada, puntos que casi se tocan, cruces, islas y lugares lejos de todos los demás.
Se puede hacer que un modelo termine donde hay errores.</translation>
    </message>
    <message>
        <source>Each line leads from one feature of the association to the other: from the container to its content, from the structure to the feature attached to it. Associations of features at one place have a line without length.</source>
        <translation>Cada línea va de un objeto de la asociación al otro: del contenedor a su contenido, de la estructura a lo que sostiene. Las asociaciones de objetos en el mismo lugar tienen una línea sin longitud.</translation>
    </message>
    <message>
        <source>Each subnetwork is traced from its controllers by the definition of its tier. A feature in several subnetworks has a row for each. The table has a row for each subnetwork, with its controllers and the values of its summaries.
Features in no subnetwork have a separate layer, such as those without supply if a valve were shut.
The names can be written to the features, into the field that the tier names. This changes the network as one step, which can be undone.</source>
        <translation>Cada subred se sigue desde sus controladores según la definición de su nivel. Un objeto que pertenece a varias tiene una fila para cada una. La tabla tiene una fila por subred, con sus controladores y los valores de sus resúmenes.
Lo que no pertenece a ninguna tiene una capa propia, como lo que quedaría sin suministro si se cerrara una válvula.
Los nombres se pueden escribir en los objetos, en el campo que indica el nivel. Eso cambia la red en un solo paso, que se puede deshacer.</translation>
    </message>
    <message>
        <source>Each vertex moves to a place where the rules let the asset type connect. Without such a place, the vertex stays. Vertices that shared a coordinate still share a coordinate, and no line becomes shorter than the tolerance.
The result has all features in their order, with their attributes, in the reference system of the network: moved and stayed count the vertices, farthest is the longest distance that one moved, and reasons says why some stayed. A layer of points has each vertex that stayed, with the reason.
For a junction the points move, and for a line its ends. Without an asset type every vertex moves, and no rule applies.</source>
        <translation>Cada vértice va adonde las reglas permiten conectar al tipo de activo; si no, se queda. Los vértices que compartían una coordenada la siguen compartiendo, y ninguna línea queda más corta que la tolerancia.
El resultado tiene todos los objetos en su orden, con sus atributos, en el sistema de referencia de la red: moved y stayed cuentan los vértices, farthest es el recorrido más largo de uno de ellos y reasons dice por qué algunos se quedaron. Una capa de puntos tiene cada vértice que se quedó, con el motivo.
Para un cruce se mueven los puntos; para una línea, los extremos de las líneas. Sin tipo de activo se mueven todos los vértices y no cuenta ninguna regla.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Edición</translation>
    </message>
    <message>
        <source>Edits in QGIS</source>
        <translation>Ediciones en QGIS</translation>
    </message>
    <message>
        <source>Edits saved as one step: {}.</source>
        <translation>Ediciones guardadas en un solo paso: {}.</translation>
    </message>
    <message>
        <source>Either way</source>
        <translation>Ambos sentidos</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elementos</translation>
    </message>
    <message>
        <source>Elements: {}. Features: {}. Stops: {}.</source>
        <translation>Elementos: {}. Objetos: {}. Paradas: {}.</translation>
    </message>
    <message>
        <source>Ends of lines that were moved to their nodes: {}</source>
        <translation>Extremos de línea que se movieron a sus nodos: {}</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>Errors in the network: {}.</source>
        <translation>Errores en la red: {}.</translation>
    </message>
    <message>
        <source>Esri,ArcGIS,feature service</source>
        <translation>Esri,ArcGIS,servicio de entidades</translation>
    </message>
    <message>
        <source>Every feature that needs a subnetwork is in one.</source>
        <translation>Todos los objetos que necesitan una subred están en una.</translation>
    </message>
    <message>
        <source>Exceptions to the rules</source>
        <translation>Excepciones a las reglas</translation>
    </message>
    <message>
        <source>Export associations</source>
        <translation>Exportar asociaciones</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>Exportar la lista</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Extent (empty: all)</source>
        <translation>Extensión (vacío: todo)</translation>
    </message>
    <message>
        <source>Extent of the content</source>
        <translation>Extensión del contenido</translation>
    </message>
    <message>
        <source>External grids control subnetworks. With tiers by voltage each level has its own tier.</source>
        <translation>Las redes externas controlan subredes. Con niveles por tensión, cada tensión tiene su propio nivel.</translation>
    </message>
    <message>
        <source>Fail if there are errors</source>
        <translation>Fallar donde hay errores</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Objeto</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Objetos</translation>
    </message>
    <message>
        <source>Features found</source>
        <translation>Objetos encontrados</translation>
    </message>
    <message>
        <source>Features found: {}. Points: {}, without a feature: {}.</source>
        <translation>Objetos encontrados: {}. Puntos: {}, de ellos sin nada: {}.</translation>
    </message>
    <message>
        <source>Features reached: {}. The farthest is at {}.</source>
        <translation>Objetos alcanzados: {}. El más lejano está a {}.</translation>
    </message>
    <message>
        <source>Features that an isolation shuts</source>
        <translation>Objetos que cierra un aislamiento</translation>
    </message>
    <message>
        <source>Features: {}. Vertices: {}, moved: {}.</source>
        <translation>Objetos: {}. Vértices: {}, de ellos movidos: {}.</translation>
    </message>
    <message>
        <source>Field with the terminal of each point</source>
        <translation>Campo con el terminal de cada punto</translation>
    </message>
    <message>
        <source>File of pandapipes</source>
        <translation>Archivo de pandapipes</translation>
    </message>
    <message>
        <source>File of pandapower</source>
        <translation>Archivo de pandapower</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtro</translation>
    </message>
    <message>
        <source>Filter barrier: {}</source>
        <translation>Barrera de filtro: {}</translation>
    </message>
    <message>
        <source>Filter barriers</source>
        <translation>Barreras de filtro</translation>
    </message>
    <message>
        <source>Filter by error or remedy</source>
        <translation>Filtrar por error o remedio</translation>
    </message>
    <message>
        <source>Filter by name or controller</source>
        <translation>Filtrar por nombre o controlador</translation>
    </message>
    <message>
        <source>Filter conditions, one on each line</source>
        <translation>Condiciones de filtro, una en cada línea</translation>
    </message>
    <message>
        <source>Filter: the results stop where</source>
        <translation>Filtro: el resultado termina donde</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Find again</source>
        <translation>Buscar de nuevo</translation>
    </message>
    <message>
        <source>Find all subnetworks, draw each in its colour, and list the features in none</source>
        <translation>Buscar todas las subredes, dibujar cada una en su color y listar lo que no pertenece a ninguna</translation>
    </message>
    <message>
        <source>Find its controllers</source>
        <translation>Buscar sus controladores</translation>
    </message>
    <message>
        <source>Find subnetworks</source>
        <translation>Buscar subredes</translation>
    </message>
    <message>
        <source>Finds all elements that are connected to the starts. There are no barriers, unless a tier is chosen.</source>
        <translation>Busca todo lo que está unido a los inicios. Nada bloquea, salvo que se elija un nivel.</translation>
    </message>
    <message>
        <source>Finds all elements that are fed through the starts.</source>
        <translation>Busca todo lo que se alimenta a través de los inicios.</translation>
    </message>
    <message>
        <source>Finds all subnetworks from their controllers, the features of each, and the features in none.</source>
        <translation>Busca todas las subredes desde sus controladores, lo que pertenece a cada una y lo que no pertenece a ninguna.</translation>
    </message>
    <message>
        <source>Finds connected elements, upstream, downstream, features to shut, loops, or the shortest path.</source>
        <translation>Busca elementos conectados, aguas arriba, aguas abajo, lo que hay que cerrar, bucles o la ruta más corta.</translation>
    </message>
    <message>
        <source>Finds the cheapest path between two starts, by the network attribute that is added up.</source>
        <translation>Busca el camino más barato entre dos inicios, según el atributo de red que se suma.</translation>
    </message>
    <message>
        <source>Finds the features to shut so that nothing reaches the starts.</source>
        <translation>Busca lo que hay que cerrar para que nada llegue a los inicios.</translation>
    </message>
    <message>
        <source>Finds the loops near the starts: elements that can be fed from two sides.</source>
        <translation>Busca los bucles cerca de los inicios: lo que se puede alimentar por dos lados.</translation>
    </message>
    <message>
        <source>Finds the path from one place to another, or what blocks it.</source>
        <translation>Busca el camino de un lugar a otro, o lo que lo bloquea.</translation>
    </message>
    <message>
        <source>Finds the paths from the starts to the controllers that feed them.</source>
        <translation>Busca los caminos de los inicios a los controladores que los alimentan.</translation>
    </message>
    <message>
        <source>Finds the whole subnetwork of the starts: all elements that its controllers reach.</source>
        <translation>Busca toda la subred en la que están los inicios: todo lo que alcanzan sus controladores.</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Corregir</translation>
    </message>
    <message>
        <source>Fix: {}</source>
        <translation>Corregir: {}</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Flujo</translation>
    </message>
    <message>
        <source>Flow follows the direction of drawing</source>
        <translation>El flujo sigue el sentido de dibujo</translation>
    </message>
    <message>
        <source>Flow runs as lines are drawn</source>
        <translation>El flujo sigue el dibujo de las líneas</translation>
    </message>
    <message>
        <source>Folder with buses.csv and elements.csv</source>
        <translation>Carpeta con buses.csv y elements.csv</translation>
    </message>
    <message>
        <source>Folder with the answers of the service</source>
        <translation>Carpeta con las respuestas del servicio</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Encontrado</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>From global id</source>
        <translation>Desde id global</translation>
    </message>
    <message>
        <source>From table</source>
        <translation>Desde tabla</translation>
    </message>
    <message>
        <source>From terminal</source>
        <translation>Desde terminal</translation>
    </message>
    <message>
        <source>From {}.</source>
        <translation>Desde {}.</translation>
    </message>
    <message>
        <source>Function barriers, one on each line</source>
        <translation>Barreras de función, una en cada línea</translation>
    </message>
    <message>
        <source>Functions, one on each line, such as add(Length)</source>
        <translation>Funciones, una en cada línea, como add(Length)</translation>
    </message>
    <message>
        <source>Further condition barriers, one on each line</source>
        <translation>Más condiciones que bloquean, una en cada línea</translation>
    </message>
    <message>
        <source>GeoPackage (*.gpkg)</source>
        <translation>GeoPackage (*.gpkg)</translation>
    </message>
    <message>
        <source>GeoPackage (*.gpkg);;All files (*.*)</source>
        <translation>GeoPackage (*.gpkg);;Todos los archivos (*.*)</translation>
    </message>
    <message>
        <source>GeoPackages (*.gpkg);;All files (*)</source>
        <translation>GeoPackages (*.gpkg);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>GeoSnap utility networks</source>
        <translation>Redes de servicios de GeoSnap</translation>
    </message>
    <message>
        <source>GeoSnap: draw</source>
        <translation>GeoSnap: dibujar</translation>
    </message>
    <message>
        <source>GeoSnap: refused edits</source>
        <translation>GeoSnap: ediciones rechazadas</translation>
    </message>
    <message>
        <source>Geometry that cannot be read</source>
        <translation>Geometría que no se puede leer</translation>
    </message>
    <message>
        <source>Give a place to measure from.</source>
        <translation>Indique un lugar desde el que medir.</translation>
    </message>
    <message>
        <source>Give a start and a place to reach. If the place is reached, the result is the path with the fewest elements, in order. Otherwise, the blockers are the barriers on the path with the fewest barriers, each with the reason.</source>
        <translation>Indique un lugar donde empezar y otro al que llegar. Si se alcanza, el resultado es el camino con menos elementos, en su orden. Si no, los bloqueos son las menos barreras posibles en un camino, cada una con el motivo.</translation>
    </message>
    <message>
        <source>Give {} another value</source>
        <translation>Dar otro valor a {}</translation>
    </message>
    <message>
        <source>Global id</source>
        <translation>Id global</translation>
    </message>
    <message>
        <source>Go on to tier</source>
        <translation>Continuar al nivel</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Identify features at points</source>
        <translation>Identificar objetos en puntos</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Import from EPANET</source>
        <translation>Importar de EPANET</translation>
    </message>
    <message>
        <source>Import from Esri</source>
        <translation>Importar de Esri</translation>
    </message>
    <message>
        <source>Import from OpenDSS</source>
        <translation>Importar de OpenDSS</translation>
    </message>
    <message>
        <source>Import from SWMM</source>
        <translation>Importar de SWMM</translation>
    </message>
    <message>
        <source>Import from pandapipes</source>
        <translation>Importar de pandapipes</translation>
    </message>
    <message>
        <source>Import from pandapower</source>
        <translation>Importar de pandapower</translation>
    </message>
    <message>
        <source>Import layers</source>
        <translation>Importar capas</translation>
    </message>
    <message>
        <source>In no subnetwork</source>
        <translation>En ninguna subred</translation>
    </message>
    <message>
        <source>In no subnetwork: lines</source>
        <translation>En ninguna subred: líneas</translation>
    </message>
    <message>
        <source>In no subnetwork: points</source>
        <translation>En ninguna subred: puntos</translation>
    </message>
    <message>
        <source>In this view only</source>
        <translation>Solo en esta vista</translation>
    </message>
    <message>
        <source>Input file of EPANET</source>
        <translation>Archivo de entrada de EPANET</translation>
    </message>
    <message>
        <source>Input file of SWMM</source>
        <translation>Archivo de entrada de SWMM</translation>
    </message>
    <message>
        <source>Insert a vertex</source>
        <translation>Insertar un vértice</translation>
    </message>
    <message>
        <source>Insert a vertex into {}</source>
        <translation>Insertar un vértice en {}</translation>
    </message>
    <message>
        <source>Install the package</source>
        <translation>Instalar el paquete</translation>
    </message>
    <message>
        <source>Install the package…</source>
        <translation>Instalar el paquete…</translation>
    </message>
    <message>
        <source>Installing {}</source>
        <translation>Instalando {}</translation>
    </message>
    <message>
        <source>Instead of a click on a source: use the nearest controllers (Enter)</source>
        <translation>En lugar de hacer clic en una fuente: usar los controladores más cercanos (Intro)</translation>
    </message>
    <message>
        <source>Invalid terminal</source>
        <translation>Terminal no válido</translation>
    </message>
    <message>
        <source>Isolated behind features left open</source>
        <translation>Lo aislado tras lo que no hace falta cerrar</translation>
    </message>
    <message>
        <source>Isolation</source>
        <translation>Aislamiento</translation>
    </message>
    <message>
        <source>It cannot be operated: find the next ones</source>
        <translation>No se puede operar: buscar las siguientes</translation>
    </message>
    <message>
        <source>It has no place on the map.</source>
        <translation>No tiene un lugar en el mapa.</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*.*)</source>
        <translation>JSON (*.json);;Todos los archivos (*.*)</translation>
    </message>
    <message>
        <source>Join terminal {}</source>
        <translation>Unir al terminal {}</translation>
    </message>
    <message>
        <source>Join the units of a bank without an assembly</source>
        <translation>Unir las unidades de un banco sin ensamblado</translation>
    </message>
    <message>
        <source>Keep as exception</source>
        <translation>Conservar como excepción</translation>
    </message>
    <message>
        <source>Keeps conditions and options under a name.</source>
        <translation>Guarda condiciones y opciones con un nombre.</translation>
    </message>
    <message>
        <source>Key for the next of several places</source>
        <translation>Tecla para el siguiente de varios lugares</translation>
    </message>
    <message>
        <source>Kinds (empty: all)</source>
        <translation>Clases (vacío: todas)</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Conocidas</translation>
    </message>
    <message>
        <source>Layers of the trace</source>
        <translation>Capas del seguimiento</translation>
    </message>
    <message>
        <source>Leave line ends that miss their node where they are</source>
        <translation>Dejar donde están los extremos de línea que no llegan a su nodo</translation>
    </message>
    <message>
        <source>Leave out the conditions of the tier</source>
        <translation>Omitir las condiciones del nivel</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Line crosses itself</source>
        <translation>La línea se cruza a sí misma</translation>
    </message>
    <message>
        <source>Line of several parts</source>
        <translation>Línea de varias partes</translation>
    </message>
    <message>
        <source>Line without length</source>
        <translation>Línea sin longitud</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Líneas</translation>
    </message>
    <message>
        <source>Lines by distance</source>
        <translation>Líneas por distancia</translation>
    </message>
    <message>
        <source>Lines by segment</source>
        <translation>Líneas por tramo</translation>
    </message>
    <message>
        <source>Lines by subnetwork</source>
        <translation>Líneas por subred</translation>
    </message>
    <message>
        <source>Lines of the path</source>
        <translation>Líneas del camino</translation>
    </message>
    <message>
        <source>Lines of the trace</source>
        <translation>Líneas del seguimiento</translation>
    </message>
    <message>
        <source>List only errors of features in the view, as it is when you check</source>
        <translation>Listar solo lo que afecta a objetos de la vista, tal como está al comprobar</translation>
    </message>
    <message>
        <source>List the errors of the network, and fix them</source>
        <translation>Listar lo que está mal en la red y corregirlo</translation>
    </message>
    <message>
        <source>Lists the errors of a network: what, where, which rule is missing, and what to do.</source>
        <translation>Lista lo que está mal en una red: qué, dónde, qué regla falta y qué hacer.</translation>
    </message>
    <message>
        <source>Lists the features of a network within a tolerance of each point.</source>
        <translation>Lista los objetos de una red dentro de una tolerancia de cada punto.</translation>
    </message>
    <message>
        <source>Looking for networks</source>
        <translation>Buscando redes</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>Bucles</translation>
    </message>
    <message>
        <source>Loops to pass where the flow may run either way</source>
        <translation>Bucles por los que pasar donde el flujo puede ir en ambos sentidos</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Creado</translation>
    </message>
    <message>
        <source>Make a line of each part</source>
        <translation>Hacer una línea de cada parte</translation>
    </message>
    <message>
        <source>Make it {}</source>
        <translation>Convertir en {}</translation>
    </message>
    <message>
        <source>Makes a layer of lines from the associations: connectivity, attachment and containment.</source>
        <translation>Crea una capa de líneas de las asociaciones: conectividad, adjunto y contención.</translation>
    </message>
    <message>
        <source>Makes a network from an input file of EPANET.</source>
        <translation>Crea una red de un archivo de entrada de EPANET.</translation>
    </message>
    <message>
        <source>Makes a network from an input file of SWMM.</source>
        <translation>Crea una red de un archivo de entrada de SWMM.</translation>
    </message>
    <message>
        <source>Makes a network from layers of a GIS, as described by a mapping file.</source>
        <translation>Crea una red de capas de un SIG, según lo que dice de ellas un archivo de correspondencias.</translation>
    </message>
    <message>
        <source>Makes a network from the output of pandapipes.to_json.</source>
        <translation>Crea una red de lo que escribe pandapipes.to_json.</translation>
    </message>
    <message>
        <source>Makes a network from the output of pandapower.to_json.</source>
        <translation>Crea una red de lo que escribe pandapower.to_json.</translation>
    </message>
    <message>
        <source>Makes a network from the responses of a utility network&apos;s feature service.</source>
        <translation>Crea una red de lo que responde un servicio de entidades de una red de servicios.</translation>
    </message>
    <message>
        <source>Makes a network from the tables of an OpenDSS circuit.</source>
        <translation>Crea una red de las tablas de un circuito de OpenDSS.</translation>
    </message>
    <message>
        <source>Makes a network without features from a definition: asset types, tiers, terminals and rules.</source>
        <translation>Crea una red sin objetos de una definición: tipos de activo, niveles, terminales y reglas.</translation>
    </message>
    <message>
        <source>Makes layers of the result, in a group.</source>
        <translation>Crea capas del resultado, en un grupo.</translation>
    </message>
    <message>
        <source>Mapping file</source>
        <translation>Archivo de correspondencias</translation>
    </message>
    <message>
        <source>Mark dead ends among the stops</source>
        <translation>Marcar los extremos sin salida entre las paradas</translation>
    </message>
    <message>
        <source>Mark of a place that a rule allows</source>
        <translation>Marca de un lugar que permite una regla</translation>
    </message>
    <message>
        <source>Mark of a place that is allowed</source>
        <translation>Marca de un lugar permitido</translation>
    </message>
    <message>
        <source>Mark of a place that is not allowed</source>
        <translation>Marca de un lugar no permitido</translation>
    </message>
    <message>
        <source>Maximum distance to move a vertex, in units of the network</source>
        <translation>Cuánto se puede mover un vértice, en unidades de la red</translation>
    </message>
    <message>
        <source>Maximum number of features of a point (empty: all)</source>
        <translation>Máximo de objetos por punto (vacío: todos)</translation>
    </message>
    <message>
        <source>May stay open</source>
        <translation>Puede quedar abierto</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Combinar</translation>
    </message>
    <message>
        <source>Merge two lines that meet, one click each</source>
        <translation>Combinar dos líneas que se tocan, con un clic en cada una</translation>
    </message>
    <message>
        <source>Merge {}</source>
        <translation>Combinar {}</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Move a vertex of {}</source>
        <translation>Mover un vértice de {}</translation>
    </message>
    <message>
        <source>Move it to where the rules allow it, or place the missing junction</source>
        <translation>Moverlo adonde las reglas lo permiten, o colocar el cruce que falta</translation>
    </message>
    <message>
        <source>Move the end to the junction</source>
        <translation>Mover el extremo al cruce</translation>
    </message>
    <message>
        <source>Move vertices</source>
        <translation>Mover vértices</translation>
    </message>
    <message>
        <source>Move vertices by the rules: features that share them move along</source>
        <translation>Mover vértices según las reglas: lo que los comparte se mueve con ellos</translation>
    </message>
    <message>
        <source>Moved: {}</source>
        <translation>Movido: {}</translation>
    </message>
    <message>
        <source>Moves a layer of points or lines, such as a survey, onto a network by its rules.</source>
        <translation>Mueve una capa de puntos o líneas, como un levantamiento, a una red según sus reglas.</translation>
    </message>
    <message>
        <source>Moves points onto a network, where its rules let an asset type connect.</source>
        <translation>Mueve puntos a una red, adonde sus reglas permiten conectar a un tipo de activo.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name of the network (empty: that of the file)</source>
        <translation>Nombre de la red (vacío: el del archivo)</translation>
    </message>
    <message>
        <source>Name of the subnetwork</source>
        <translation>Nombre de la subred</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Network (empty: that of the project)</source>
        <translation>Red (vacío: la del proyecto)</translation>
    </message>
    <message>
        <source>Network attribute that a shortest path adds up</source>
        <translation>Atributo de red que suma una ruta más corta</translation>
    </message>
    <message>
        <source>Network attribute to add up</source>
        <translation>Atributo de red que se suma</translation>
    </message>
    <message>
        <source>Network attributes to propagate</source>
        <translation>Atributos de red que se propagan</translation>
    </message>
    <message>
        <source>New network from a definition</source>
        <translation>Red nueva de una definición</translation>
    </message>
    <message>
        <source>New: {}</source>
        <translation>Nuevo: {}</translation>
    </message>
    <message>
        <source>No browser was found. The help is in {}.</source>
        <translation>No se encontró ningún navegador. La ayuda está en {}.</translation>
    </message>
    <message>
        <source>No condition is a barrier.</source>
        <translation>Ninguna condición es una barrera.</translation>
    </message>
    <message>
        <source>No feature in the container has a place on the map.</source>
        <translation>Ningún objeto dentro de él tiene un lugar en el mapa.</translation>
    </message>
    <message>
        <source>No feature of the network is within the tolerance.</source>
        <translation>Ningún objeto de la red está dentro de la tolerancia.</translation>
    </message>
    <message>
        <source>No feature that was found has a place on the map.</source>
        <translation>No se encontró nada que tenga un lugar en el mapa.</translation>
    </message>
    <message>
        <source>No filter.</source>
        <translation>Sin filtro.</translation>
    </message>
    <message>
        <source>No fix is known for this. {}</source>
        <translation>No se conoce ninguna forma de corregir esto. {}</translation>
    </message>
    <message>
        <source>No geometry</source>
        <translation>Sin geometría</translation>
    </message>
    <message>
        <source>No global id</source>
        <translation>Sin id global</translation>
    </message>
    <message>
        <source>No junction between lines</source>
        <translation>Falta un cruce entre líneas</translation>
    </message>
    <message>
        <source>No layer of the project shows the content.</source>
        <translation>Ninguna capa del proyecto muestra el contenido.</translation>
    </message>
    <message>
        <source>No layer of the project shows {}.</source>
        <translation>Ninguna capa del proyecto muestra {}.</translation>
    </message>
    <message>
        <source>No network is open.</source>
        <translation>No hay ninguna red abierta.</translation>
    </message>
    <message>
        <source>No network is open. Open a network first.</source>
        <translation>No hay ninguna red abierta. Abra una primero.</translation>
    </message>
    <message>
        <source>No network is open. Open a network with GeoSnap &gt; Open network.</source>
        <translation>No hay ninguna red abierta. Abra una con GeoSnap &gt; Abrir red.</translation>
    </message>
    <message>
        <source>No rule for a connection</source>
        <translation>Falta una regla para una conexión</translation>
    </message>
    <message>
        <source>No rule for a containment</source>
        <translation>Falta una regla para una contención</translation>
    </message>
    <message>
        <source>No rule for an attachment</source>
        <translation>Falta una regla para un adjunto</translation>
    </message>
    <message>
        <source>No rule of the network allows the connection.</source>
        <translation>Ninguna regla de la red permite la conexión.</translation>
    </message>
    <message>
        <source>No subnetworks are shown.</source>
        <translation>No se muestra ninguna subred.</translation>
    </message>
    <message>
        <source>No vertex for a connection</source>
        <translation>Falta un vértice para una conexión</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Ninguna todavía</translation>
    </message>
    <message>
        <source>Not imported</source>
        <translation>No importado</translation>
    </message>
    <message>
        <source>Not in the container</source>
        <translation>No está en el contenedor</translation>
    </message>
    <message>
        <source>Not moved, {}: {}</source>
        <translation>No movidos, {}: {}</translation>
    </message>
    <message>
        <source>Not saved: {}. The edits are kept here until you decide.</source>
        <translation>Sin guardar: {}. Se conservan aquí hasta que usted decida.</translation>
    </message>
    <message>
        <source>Not shut off</source>
        <translation>No aislado</translation>
    </message>
    <message>
        <source>Nothing is refused.</source>
        <translation>No se rechaza nada.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>No hay nada seleccionado.</translation>
    </message>
    <message>
        <source>Nothing is wrong with the features in the view.</source>
        <translation>No hay nada incorrecto en los objetos de la vista.</translation>
    </message>
    <message>
        <source>Nothing is wrong with the network.</source>
        <translation>No hay nada incorrecto en la red.</translation>
    </message>
    <message>
        <source>Nothing reaches the region when all these features are shut.</source>
        <translation>Nada lo alcanza ya cuando todas estas están cerradas.</translation>
    </message>
    <message>
        <source>Nothing was traced yet.</source>
        <translation>Todavía no se ha seguido nada.</translation>
    </message>
    <message>
        <source>Number of associations</source>
        <translation>Número de asociaciones</translation>
    </message>
    <message>
        <source>Number of blockers</source>
        <translation>Número de bloqueos</translation>
    </message>
    <message>
        <source>Number of elements</source>
        <translation>Número de elementos</translation>
    </message>
    <message>
        <source>Number of elements of the path</source>
        <translation>Número de elementos del camino</translation>
    </message>
    <message>
        <source>Number of ends moved</source>
        <translation>Número de extremos movidos</translation>
    </message>
    <message>
        <source>Number of errors</source>
        <translation>Número de errores</translation>
    </message>
    <message>
        <source>Number of features</source>
        <translation>Número de objetos</translation>
    </message>
    <message>
        <source>Number of features found</source>
        <translation>Número de objetos encontrados</translation>
    </message>
    <message>
        <source>Number of features in no subnetwork</source>
        <translation>Número de objetos en ninguna subred</translation>
    </message>
    <message>
        <source>Number of features made</source>
        <translation>Número de objetos creados</translation>
    </message>
    <message>
        <source>Number of features of all segments</source>
        <translation>Número de objetos de todos los tramos</translation>
    </message>
    <message>
        <source>Number of features of all subnetworks</source>
        <translation>Número de objetos de todas las subredes</translation>
    </message>
    <message>
        <source>Number of points</source>
        <translation>Número de puntos</translation>
    </message>
    <message>
        <source>Number of points without a feature</source>
        <translation>Número de puntos sin objeto</translation>
    </message>
    <message>
        <source>Number of segments</source>
        <translation>Número de tramos</translation>
    </message>
    <message>
        <source>Number of snapped points</source>
        <translation>Número de puntos ensamblados</translation>
    </message>
    <message>
        <source>Number of stops</source>
        <translation>Número de paradas</translation>
    </message>
    <message>
        <source>Number of subnetworks</source>
        <translation>Número de subredes</translation>
    </message>
    <message>
        <source>Number of vertices that moved</source>
        <translation>Número de vértices movidos</translation>
    </message>
    <message>
        <source>Number of vertices that stayed</source>
        <translation>Número de vértices que se quedaron</translation>
    </message>
    <message>
        <source>Only an isolation has features to shut.</source>
        <translation>Solo un aislamiento tiene objetos que cerrar.</translation>
    </message>
    <message>
        <source>Open a network in PostgreSQL with PostGIS as a group of layers</source>
        <translation>Abrir una red en PostgreSQL con PostGIS como grupo de capas</translation>
    </message>
    <message>
        <source>Open a network in a GeoPackage as a group of layers</source>
        <translation>Abrir una red de un GeoPackage como grupo de capas</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Abrir en el navegador</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Abrirla</translation>
    </message>
    <message>
        <source>Open network</source>
        <translation>Abrir red</translation>
    </message>
    <message>
        <source>Open network in a database</source>
        <translation>Abrir una red en una base de datos</translation>
    </message>
    <message>
        <source>Open network in a database…</source>
        <translation>Abrir una red en una base de datos…</translation>
    </message>
    <message>
        <source>Open network…</source>
        <translation>Abrir red…</translation>
    </message>
    <message>
        <source>Open the container that holds this one</source>
        <translation>Abrir el contenedor que contiene a este</translation>
    </message>
    <message>
        <source>Open the networks of a project with the project</source>
        <translation>Abrir las redes de un proyecto con el proyecto</translation>
    </message>
    <message>
        <source>OpenDSS,electric,distribution,feeder</source>
        <translation>OpenDSS,electricidad,distribución,alimentador</translation>
    </message>
    <message>
        <source>Opening {}</source>
        <translation>Abriendo {}</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Opciones</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Origen</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Otros</translation>
    </message>
    <message>
        <source>Outfalls control subnetworks that drain to them. Pumps, orifices, weirs and outlets become devices halfway along their link.</source>
        <translation>Los vertidos controlan las subredes que drenan hacia ellos. Las bombas, orificios, vertederos y salidas pasan a ser dispositivos en la mitad de su enlace.</translation>
    </message>
    <message>
        <source>Page of the trace</source>
        <translation>Página del seguimiento</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Páginas (*.html)</translation>
    </message>
    <message>
        <source>Password of the network {}</source>
        <translation>Contraseña de la red {}</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>Place of the results</source>
        <translation>Lugar de los resultados</translation>
    </message>
    <message>
        <source>Place {}</source>
        <translation>Colocar {}</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Lugares</translation>
    </message>
    <message>
        <source>Places are points of a layer, each of which stands for the nearest feature within the tolerance, or names, one on each line: a global id, row:Table/12 or origin:X, with @0.5 for halfway along a line and #2 for a terminal. A field of the layer may have the terminals.</source>
        <translation>Los lugares son puntos de una capa, cuyo objeto más cercano dentro de la tolerancia cuenta, o nombres, uno en cada línea: un id global, row:Table/12 u origin:X, con @0.5 para la mitad de una línea y #2 para un terminal. Un campo de la capa puede tener los terminales.</translation>
    </message>
    <message>
        <source>Places to snap to (empty: vertices and segments)</source>
        <translation>Lugares a los que ensamblar (vacío: vértices y segmentos)</translation>
    </message>
    <message>
        <source>Point at a device, a junction or a line on the map, and click.</source>
        <translation>Señale en el mapa un dispositivo, un cruce o una línea y haga clic.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Puntos</translation>
    </message>
    <message>
        <source>Points by distance</source>
        <translation>Puntos por distancia</translation>
    </message>
    <message>
        <source>Points by segment</source>
        <translation>Puntos por tramo</translation>
    </message>
    <message>
        <source>Points by subnetwork</source>
        <translation>Puntos por subred</translation>
    </message>
    <message>
        <source>Points of the path</source>
        <translation>Puntos del camino</translation>
    </message>
    <message>
        <source>Points of the trace</source>
        <translation>Puntos del seguimiento</translation>
    </message>
    <message>
        <source>Points on one spot</source>
        <translation>Puntos en el mismo lugar</translation>
    </message>
    <message>
        <source>Points without a feature</source>
        <translation>Puntos sin objeto</translation>
    </message>
    <message>
        <source>Points: {}, snapped: {}.</source>
        <translation>Puntos: {}, de ellos ensamblados: {}.</translation>
    </message>
    <message>
        <source>Position along the line</source>
        <translation>Posición a lo largo de la línea</translation>
    </message>
    <message>
        <source>Prefix of the new fields</source>
        <translation>Prefijo de los campos nuevos</translation>
    </message>
    <message>
        <source>Prefix of the origins</source>
        <translation>Prefijo de los orígenes</translation>
    </message>
    <message>
        <source>Press one key, without Ctrl, Shift or Alt.</source>
        <translation>Pulse una sola tecla, sin Ctrl, Mayús ni Alt.</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Proyectos</translation>
    </message>
    <message>
        <source>Python package geosnap</source>
        <translation>Paquete de Python geosnap</translation>
    </message>
    <message>
        <source>QGIS ended before this was saved.</source>
        <translation>QGIS terminó antes de guardar esto.</translation>
    </message>
    <message>
        <source>QGIS saves {} edits as they are: the rules are not applied.</source>
        <translation>QGIS guarda {} ediciones como están: no se aplican las reglas.</translation>
    </message>
    <message>
        <source>QGIS&apos;s tools snap where the rules allow it, and their edits are checked when they are saved</source>
        <translation>Las herramientas de QGIS se ensamblan donde las reglas lo permiten, y se comprueba lo que guardan</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leído</translation>
    </message>
    <message>
        <source>Reading saved configurations</source>
        <translation>Leyendo las configuraciones guardadas</translation>
    </message>
    <message>
        <source>Reading the asset types of {}</source>
        <translation>Leyendo los tipos de activo de {}</translation>
    </message>
    <message>
        <source>Reading the changes of {}</source>
        <translation>Leyendo lo que ha cambiado en {}</translation>
    </message>
    <message>
        <source>Reading the network {}</source>
        <translation>Leyendo la red {}</translation>
    </message>
    <message>
        <source>Reading {}</source>
        <translation>Leyendo {}</translation>
    </message>
    <message>
        <source>Recent networks</source>
        <translation>Redes recientes</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Redo: {}</source>
        <translation>Rehacer: {}</translation>
    </message>
    <message>
        <source>Redone: {}</source>
        <translation>Rehecho: {}</translation>
    </message>
    <message>
        <source>Reference system of the coordinates (empty: what the format says)</source>
        <translation>Sistema de referencia de las coordenadas (vacío: el que dice el formato)</translation>
    </message>
    <message>
        <source>Refused at {feature}: {because}.</source>
        <translation>Rechazado en {feature}: {because}.</translation>
    </message>
    <message>
        <source>Refused edits</source>
        <translation>Ediciones rechazadas</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove a vertex from {}</source>
        <translation>Quitar un vértice de {}</translation>
    </message>
    <message>
        <source>Remove from the map</source>
        <translation>Quitar del mapa</translation>
    </message>
    <message>
        <source>Remove the last vertex</source>
        <translation>Quitar el último vértice</translation>
    </message>
    <message>
        <source>Remove the repeated vertices</source>
        <translation>Quitar los vértices repetidos</translation>
    </message>
    <message>
        <source>Remove this row</source>
        <translation>Quitar esta fila</translation>
    </message>
    <message>
        <source>Removes all places, suppositions and results.</source>
        <translation>Quita todos los lugares, suposiciones y resultados.</translation>
    </message>
    <message>
        <source>Removes the chosen rows. The Delete key does so too.</source>
        <translation>Quita las filas elegidas. La tecla Supr también lo hace.</translation>
    </message>
    <message>
        <source>Repeated global id</source>
        <translation>Id global repetido</translation>
    </message>
    <message>
        <source>Repeated vertex</source>
        <translation>Vértice repetido</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Report …</source>
        <translation>Informe …</translation>
    </message>
    <message>
        <source>Reservoirs control subnetworks. Pumps, valves, check valves and closed pipes become devices halfway along their link. A table of isolation valves has the columns link and node.</source>
        <translation>Los embalses controlan subredes. Las bombas, válvulas, válvulas de retención y tuberías cerradas pasan a ser dispositivos en la mitad de su enlace. Una tabla de válvulas de corte tiene las columnas link y node.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Reshape</source>
        <translation>Remodelar</translation>
    </message>
    <message>
        <source>Reshape {}</source>
        <translation>Remodelar {}</translation>
    </message>
    <message>
        <source>Restores the values of the tier or of the saved configuration.</source>
        <translation>Muestra de nuevo lo que dice el nivel o la configuración guardada.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Role of the points (empty: as fits the asset type)</source>
        <translation>Papel de los puntos (vacío: el que corresponde al tipo de activo)</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>Row that cannot be read</source>
        <translation>Fila que no se puede leer</translation>
    </message>
    <message>
        <source>Rule gaps</source>
        <translation>Vacíos de reglas</translation>
    </message>
    <message>
        <source>Rules for QGIS&apos;s own tools</source>
        <translation>Reglas para las herramientas de QGIS</translation>
    </message>
    <message>
        <source>SWMM (*.inp);;All files (*.*)</source>
        <translation>SWMM (*.inp);;Todos los archivos (*.*)</translation>
    </message>
    <message>
        <source>SWMM,sewer,drainage,storm water,inp</source>
        <translation>SWMM,alcantarillado,drenaje,aguas pluviales,inp</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Guardar como …</translation>
    </message>
    <message>
        <source>Save it anyway</source>
        <translation>Guardarlo de todos modos</translation>
    </message>
    <message>
        <source>Save the configuration</source>
        <translation>Guardar la configuración</translation>
    </message>
    <message>
        <source>Save the page</source>
        <translation>Guardar la página</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Guardar …</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardada</translation>
    </message>
    <message>
        <source>Saved configurations</source>
        <translation>Configuraciones guardadas</translation>
    </message>
    <message>
        <source>Saved: {}</source>
        <translation>Guardado: {}</translation>
    </message>
    <message>
        <source>Saving: {}</source>
        <translation>Guardando: {}</translation>
    </message>
    <message>
        <source>Search asset types</source>
        <translation>Buscar tipos de activo</translation>
    </message>
    <message>
        <source>Searching for the path.</source>
        <translation>Se está buscando el camino.</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Tramos</translation>
    </message>
    <message>
        <source>Segments: {}. Features in them: {}.</source>
        <translation>Tramos: {}. Objetos en ellos: {}.</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>Seleccionar</translation>
    </message>
    <message>
        <source>Select the content in its layers</source>
        <translation>Seleccionar el contenido en sus capas</translation>
    </message>
    <message>
        <source>Selects the result in the layers of the network.</source>
        <translation>Selecciona el resultado en las capas de la red.</translation>
    </message>
    <message>
        <source>Set {} to {}</source>
        <translation>Fijar {} en {}</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Configuración…</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Mayús</translation>
    </message>
    <message>
        <source>Shortest path</source>
        <translation>Ruta más corta</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>Show the container on the map</source>
        <translation>Mostrar el contenedor en el mapa</translation>
    </message>
    <message>
        <source>Show the help of GeoSnap in the browser</source>
        <translation>Mostrar la ayuda de GeoSnap en el navegador</translation>
    </message>
    <message>
        <source>Show the previous container</source>
        <translation>Mostrar el contenedor anterior</translation>
    </message>
    <message>
        <source>Show the whole content in the view</source>
        <translation>Mostrar todo el contenido en la vista</translation>
    </message>
    <message>
        <source>Shows the whole result on the map.</source>
        <translation>Muestra todo el resultado en el mapa.</translation>
    </message>
    <message>
        <source>Shut already</source>
        <translation>Ya cerrado</translation>
    </message>
    <message>
        <source>Shut off</source>
        <translation>Aislado</translation>
    </message>
    <message>
        <source>Shut these features, and nothing reaches the starts. Use the right button to mark a feature that cannot be operated.</source>
        <translation>Cierre estas y nada llega a los inicios. Con el botón derecho se marca una que no se puede operar.</translation>
    </message>
    <message>
        <source>Snap points by the rules</source>
        <translation>Autoensamblar puntos según las reglas</translation>
    </message>
    <message>
        <source>Snap within</source>
        <translation>Autoensamblar dentro de</translation>
    </message>
    <message>
        <source>Snapped points</source>
        <translation>Puntos ensamblados</translation>
    </message>
    <message>
        <source>Snapping is suspended while this key is down</source>
        <translation>El autoensamblado se suspende mientras se pulsa esta tecla</translation>
    </message>
    <message>
        <source>Sources inside</source>
        <translation>Fuentes dentro</translation>
    </message>
    <message>
        <source>Sources to look in (empty: all)</source>
        <translation>Fuentes en las que buscar (vacío: todas)</translation>
    </message>
    <message>
        <source>Sources to switch off</source>
        <translation>Fuentes que se desactivan</translation>
    </message>
    <message>
        <source>Sources to switch on</source>
        <translation>Fuentes que se activan</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Dividir</translation>
    </message>
    <message>
        <source>Split a line where it is clicked</source>
        <translation>Dividir una línea donde se hace clic</translation>
    </message>
    <message>
        <source>Split the line</source>
        <translation>Dividir la línea</translation>
    </message>
    <message>
        <source>Split the line: {} before, {} behind</source>
        <translation>Dividir la línea: {} antes, {} después</translation>
    </message>
    <message>
        <source>Split {}</source>
        <translation>Dividir {}</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Empezar de nuevo</translation>
    </message>
    <message>
        <source>Start: {}</source>
        <translation>Inicio: {}</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Inicios</translation>
    </message>
    <message>
        <source>Stopped at</source>
        <translation>Detenido en</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Paradas</translation>
    </message>
    <message>
        <source>Structures</source>
        <translation>Estructuras</translation>
    </message>
    <message>
        <source>Subnetwork</source>
        <translation>Subred</translation>
    </message>
    <message>
        <source>Subnetwork controller</source>
        <translation>Controlador de subred</translation>
    </message>
    <message>
        <source>Subnetworks</source>
        <translation>Subredes</translation>
    </message>
    <message>
        <source>Subnetworks by colour</source>
        <translation>Subredes por color</translation>
    </message>
    <message>
        <source>Subnetworks of {}</source>
        <translation>Subredes de {}</translation>
    </message>
    <message>
        <source>Subnetworks: {}. Features in no subnetwork: {}.</source>
        <translation>Subredes: {}. Objetos en ninguna: {}.</translation>
    </message>
    <message>
        <source>Suppose other attribute values, such as ID.Device Status=Closed</source>
        <translation>Suponer otros valores de atributos, como ID.Device Status=Closed</translation>
    </message>
    <message>
        <source>Suppose that all devices conduct, whether open or shut</source>
        <translation>Suponer que todo lo que ahora está cerrado o abierto conduce</translation>
    </message>
    <message>
        <source>Suppose that it blocks</source>
        <translation>Suponer que bloquea</translation>
    </message>
    <message>
        <source>Suppose that it does not block, despite conditions</source>
        <translation>Suponer que no bloquea, a pesar de las condiciones</translation>
    </message>
    <message>
        <source>Suppose that these features are shut: names</source>
        <translation>Suponer cerrados estos objetos: nombres</translation>
    </message>
    <message>
        <source>Suppose that these features do not block: names</source>
        <translation>Suponer que estos objetos no bloquean: nombres</translation>
    </message>
    <message>
        <source>Table of isolation valves</source>
        <translation>Tabla de válvulas de corte</translation>
    </message>
    <message>
        <source>Tanks control subnetworks too</source>
        <translation>También los depósitos controlan subredes</translation>
    </message>
    <message>
        <source>Tap at several lines</source>
        <translation>Toma en varias líneas</translation>
    </message>
    <message>
        <source>Target tier</source>
        <translation>Nivel de destino</translation>
    </message>
    <message>
        <source>Terminal at the end</source>
        <translation>Terminal al final</translation>
    </message>
    <message>
        <source>Terminal at the start</source>
        <translation>Terminal al inicio</translation>
    </message>
    <message>
        <source>Terminal not named</source>
        <translation>Terminal no indicado</translation>
    </message>
    <message>
        <source>Terminal of the controller</source>
        <translation>Terminal del controlador</translation>
    </message>
    <message>
        <source>The Python package geosnap cannot be loaded: {}</source>
        <translation>No se puede cargar el paquete de Python geosnap: {}</translation>
    </message>
    <message>
        <source>The Python package geosnap is not installed. Make or download its wheel, then choose Settings &gt; Options &gt; GeoSnap &gt; Install the package.</source>
        <translation>El paquete de Python geosnap no está instalado. Cree o descargue su wheel y elija Configuración &gt; Opciones &gt; GeoSnap &gt; Instalar el paquete.</translation>
    </message>
    <message>
        <source>The Python package psycopg2 is missing: {}</source>
        <translation>Falta el paquete de Python psycopg2: {}</translation>
    </message>
    <message>
        <source>The address may have all parameters of libpq: service=… names a service, authcfg=… one of QGIS&apos;s authentication configurations. Store a password in such a configuration or in the password file rather than in the address. A password in the address is saved nowhere, and QGIS asks for a missing password.</source>
        <translation>Admite todo lo que admite libpq: service=… nombra un servicio, authcfg=… una configuración de autenticación de QGIS. Es mejor guardar la contraseña en una de ellas, o en el archivo de contraseñas, que escribirla aquí. No se guarda en ningún sitio, y se pide cuando falta.</translation>
    </message>
    <message>
        <source>The command line is in the clipboard.</source>
        <translation>La línea de órdenes está en el portapapeles.</translation>
    </message>
    <message>
        <source>The configuration also adds up: {}.</source>
        <translation>La configuración suma además: {}.</translation>
    </message>
    <message>
        <source>The configuration is kept in the file of the network. The command geosnap trace --config uses it too.</source>
        <translation>Se guarda en el archivo de la red. La orden geosnap trace --config también la usa.</translation>
    </message>
    <message>
        <source>The container and its content have no place on the map.</source>
        <translation>El contenedor y su contenido no tienen un lugar en el mapa.</translation>
    </message>
    <message>
        <source>The container cannot be shown.</source>
        <translation>No se puede mostrar el contenedor.</translation>
    </message>
    <message>
        <source>The container has more content than the list shows.</source>
        <translation>Contiene más de lo que se muestra.</translation>
    </message>
    <message>
        <source>The cost is the sum of a network attribute, such as Length; elements without a value cost nothing. The cost of a line is that of its nearer end. The result has only the features that are reached, the nearest first. Of several places, the nearest counts.</source>
        <translation>Se suma un atributo de red, como Length; los elementos sin valor no cuestan nada. Una línea está tan lejos como su extremo más cercano. En el resultado solo está lo que se alcanza, lo más cercano primero. De varios lugares cuenta el más cercano.</translation>
    </message>
    <message>
        <source>The definition is a JSON file, as geosnap definition show prints it. An existing network is replaced.</source>
        <translation>La definición es un archivo JSON, como lo escribe geosnap definition show. Una red que ya existe se sustituye.</translation>
    </message>
    <message>
        <source>The feature does not have the shape of the asset type.</source>
        <translation>El objeto no tiene la forma del tipo de activo.</translation>
    </message>
    <message>
        <source>The feature has no geometry.</source>
        <translation>El objeto no tiene geometría.</translation>
    </message>
    <message>
        <source>The fix was refused: {}</source>
        <translation>La corrección se rechazó: {}</translation>
    </message>
    <message>
        <source>The folder holds buses.csv, elements.csv and, if there are fuses, fuses.csv, as export_opendss.py writes them.</source>
        <translation>La carpeta contiene buses.csv, elements.csv y, si hay fusibles, fuses.csv, como los escribe export_opendss.py.</translation>
    </message>
    <message>
        <source>The folder holds dataElement.json, layer-ID.json, query-ID.json, rules.json, associations.json and perhaps subnetworks.json. The help says how to fetch them.</source>
        <translation>La carpeta contiene dataElement.json, layer-ID.json, query-ID.json, rules.json, associations.json y quizá subnetworks.json. La ayuda dice cómo obtenerlos.</translation>
    </message>
    <message>
        <source>The greatest distance</source>
        <translation>La distancia máxima</translation>
    </message>
    <message>
        <source>The layer {} cannot be written: {}</source>
        <translation>No se puede escribir la capa {}: {}</translation>
    </message>
    <message>
        <source>The layers are in the group {}.</source>
        <translation>Las capas están en el grupo {}.</translation>
    </message>
    <message>
        <source>The layers of {} are in the project already.</source>
        <translation>Las capas de {} ya están en el proyecto.</translation>
    </message>
    <message>
        <source>The line ends {distance:.3g} from {feature}, which it may join, but does not connect.</source>
        <translation>Termina a {distance:.3g} de {feature}, al que se puede unir: no está conectado.</translation>
    </message>
    <message>
        <source>The line gets a vertex here</source>
        <translation>La línea recibe aquí un vértice</translation>
    </message>
    <message>
        <source>The line is split here</source>
        <translation>La línea se divide aquí</translation>
    </message>
    <message>
        <source>The line there connects at its ends only.</source>
        <translation>La línea de allí solo conecta en sus extremos.</translation>
    </message>
    <message>
        <source>The line would become too short, or two of its vertices would coincide.</source>
        <translation>Su línea quedaría demasiado corta, o dos de sus vértices coincidirían.</translation>
    </message>
    <message>
        <source>The list was exported to {}.</source>
        <translation>La lista se exportó a {}.</translation>
    </message>
    <message>
        <source>The list was not exported</source>
        <translation>La lista no se exportó</translation>
    </message>
    <message>
        <source>The map marks the first {} of {} valves.</source>
        <translation>El mapa marca las primeras {} de {} válvulas.</translation>
    </message>
    <message>
        <source>The mapping is a JSON file. It names the data of each layer (GeoJSON, or a table of a GeoPackage), the fields for asset type, global id, origin and network attributes, and the rules. Paths in the mapping are relative to its folder. The help describes the mapping.</source>
        <translation>El archivo de correspondencias es un JSON. Indica para cada capa sus datos (GeoJSON, o una tabla de un GeoPackage), los campos de tipo de activo, id global, origen y atributos de red, y las reglas. Sus rutas parten de su carpeta. La ayuda lo describe.</translation>
    </message>
    <message>
        <source>The network declares no reference system: the coordinates of {} are taken as they are.</source>
        <translation>La red no declara ningún sistema de referencia: las coordenadas de {} se toman como están.</translation>
    </message>
    <message>
        <source>The network has changed since the check. Check the network again.</source>
        <translation>La red ha cambiado desde que se comprobó. Compruébela de nuevo para ver cómo está ahora.</translation>
    </message>
    <message>
        <source>The network has changed since the subnetworks were found. Find the subnetworks again.</source>
        <translation>La red ha cambiado desde que se buscaron las subredes. Búsquelas de nuevo para ver cómo están ahora.</translation>
    </message>
    <message>
        <source>The network has changed since: trace again.</source>
        <translation>La red ha cambiado desde entonces: repita el seguimiento.</translation>
    </message>
    <message>
        <source>The network has no errors.</source>
        <translation>La red no tiene errores.</translation>
    </message>
    <message>
        <source>The network is being checked.</source>
        <translation>Se está comprobando la red.</translation>
    </message>
    <message>
        <source>The network was closed.</source>
        <translation>La red se cerró.</translation>
    </message>
    <message>
        <source>The network was not checked.</source>
        <translation>La red no se comprobó.</translation>
    </message>
    <message>
        <source>The network was not checked. This is the previous list.</source>
        <translation>La red no se comprobó. Esta es la lista de antes.</translation>
    </message>
    <message>
        <source>The new course ends on the line: click on it, then end with a right click.</source>
        <translation>El nuevo trazado termina en la línea: haga clic en ella y termine con un clic derecho.</translation>
    </message>
    <message>
        <source>The package is being installed…</source>
        <translation>Se está instalando el paquete…</translation>
    </message>
    <message>
        <source>The page is in {}.</source>
        <translation>La página está en {}.</translation>
    </message>
    <message>
        <source>The path</source>
        <translation>El camino</translation>
    </message>
    <message>
        <source>The path begins here. Click another feature.</source>
        <translation>Aquí empieza el camino. Haga clic en otro objeto.</translation>
    </message>
    <message>
        <source>The path is too long to be drawn.</source>
        <translation>El camino es demasiado largo para dibujarlo.</translation>
    </message>
    <message>
        <source>The path was not found.</source>
        <translation>No se encontró el camino.</translation>
    </message>
    <message>
        <source>The place is not reached.</source>
        <translation>No se alcanza.</translation>
    </message>
    <message>
        <source>The place is reached. Elements of the path: {}.</source>
        <translation>Se alcanza. Elementos del camino: {}.</translation>
    </message>
    <message>
        <source>The points may have any reference system. They are transformed to that of the network, and so is the result.
The features of each point are in the order points, lines, areas, the nearest first: rank counts them. Each row has the attributes of the point, the feature that was found, and its distance.
Points without a feature, including those without a geometry, go to a separate layer if one is chosen.</source>
        <translation>Los puntos pueden tener cualquier sistema de referencia. Se transforman al de la red, y el resultado también.
Los objetos de cada punto están en el orden puntos, líneas, áreas, primero los más cercanos: rank los cuenta. Cada fila tiene los atributos del punto, el objeto encontrado y su distancia.
Los puntos sin objeto, también los que no tienen geometría, van a una capa aparte si se elige una.</translation>
    </message>
    <message>
        <source>The project shows the network {}.</source>
        <translation>El proyecto muestra la red {}.</translation>
    </message>
    <message>
        <source>The region is too large to be shown on the map.</source>
        <translation>Es demasiado grande para mostrarse en el mapa.</translation>
    </message>
    <message>
        <source>The region stays connected to a source, even if all these features are shut.</source>
        <translation>Sigue unido a una fuente, aunque se cierre todo.</translation>
    </message>
    <message>
        <source>The report lists what was read, made, moved and not imported. An existing network is replaced, unless you choose to add to it.</source>
        <translation>El informe dice qué se leyó, qué se creó, qué se movió y qué no se importó. Una red que ya existe se sustituye, salvo que se elija añadir a ella.</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>Lo mismo en la línea de órdenes</translation>
    </message>
    <message>
        <source>The schema {} of the database holds no network.</source>
        <translation>El esquema {} de la base de datos no contiene ninguna red.</translation>
    </message>
    <message>
        <source>The subnetworks are being found.</source>
        <translation>Se están buscando las subredes.</translation>
    </message>
    <message>
        <source>The subnetworks were not found.</source>
        <translation>No se encontraron las subredes.</translation>
    </message>
    <message>
        <source>The subnetworks were not found. The list shows the previous subnetworks.</source>
        <translation>No se encontraron las subredes. Estas son las de antes.</translation>
    </message>
    <message>
        <source>The trace also stops where a sum reaches a limit</source>
        <translation>Parar también donde la suma cumple</translation>
    </message>
    <message>
        <source>The trace has no answer. The result lists where the trace stopped.</source>
        <translation>El seguimiento no tiene respuesta. El resultado dice dónde se detuvo.</translation>
    </message>
    <message>
        <source>The trace stops where ({})</source>
        <translation>Parar ({})</translation>
    </message>
    <message>
        <source>The trace stops where ({}, changed)</source>
        <translation>Parar ({}, cambiado)</translation>
    </message>
    <message>
        <source>The trace was cancelled.</source>
        <translation>El seguimiento se canceló.</translation>
    </message>
    <message>
        <source>The vertex is at its place already.</source>
        <translation>Ya está en su lugar.</translation>
    </message>
    <message>
        <source>There are no associations in view.</source>
        <translation>No hay asociaciones en la vista.</translation>
    </message>
    <message>
        <source>There are no subnetworks: no feature is a controller.</source>
        <translation>No hay subredes: ningún objeto es un controlador.</translation>
    </message>
    <message>
        <source>There are {:,} associations in view. Zoom in to see them.</source>
        <translation>Hay {:,} asociaciones en la vista. Acerque el zoom para verlas.</translation>
    </message>
    <message>
        <source>There are {:,} problems in the view.</source>
        <translation>Hay {:,} problemas en la vista.</translation>
    </message>
    <message>
        <source>There are {:,} problems.</source>
        <translation>Hay {:,} problemas.</translation>
    </message>
    <message>
        <source>There are {:,} subnetworks.</source>
        <translation>Hay {:,} subredes.</translation>
    </message>
    <message>
        <source>There is 1 problem in the view.</source>
        <translation>Hay 1 problema en la vista.</translation>
    </message>
    <message>
        <source>There is 1 problem.</source>
        <translation>Hay 1 problema.</translation>
    </message>
    <message>
        <source>There is 1 subnetwork.</source>
        <translation>Hay 1 subred.</translation>
    </message>
    <message>
        <source>There is no controller in this domain network: nothing is supplied in it.</source>
        <translation>En esta red de dominio no hay ningún controlador: nada tiene suministro en ella.</translation>
    </message>
    <message>
        <source>There is no device, junction or line here. Click nearer to a feature.</source>
        <translation>Aquí no hay ningún dispositivo, cruce ni línea. Haga clic más cerca de uno.</translation>
    </message>
    <message>
        <source>There is no feature of the network here.</source>
        <translation>Aquí no hay ningún objeto de la red.</translation>
    </message>
    <message>
        <source>There is no folder {}.</source>
        <translation>No existe la carpeta {}.</translation>
    </message>
    <message>
        <source>There is no start yet. Choose Start, then click on the map.</source>
        <translation>Todavía no hay ningún inicio. Elija Inicio y haga clic en el mapa.</translation>
    </message>
    <message>
        <source>These edits will be refused when they are saved.</source>
        <translation>Estas ediciones se rechazarán al guardarlas.</translation>
    </message>
    <message>
        <source>This cannot be done here: {}</source>
        <translation>No se puede hacer aquí: {}</translation>
    </message>
    <message>
        <source>This feature can be operated</source>
        <translation>Sí se puede operar</translation>
    </message>
    <message>
        <source>This feature has no global id, so its path cannot be found.</source>
        <translation>Este objeto no tiene id global y no se puede preguntar por él.</translation>
    </message>
    <message>
        <source>This is not the address of a database, such as postgresql://user@host/database?schema=town.</source>
        <translation>Esto no es una dirección de base de datos, como postgresql://user@host/database?schema=town.</translation>
    </message>
    <message>
        <source>This key has another meaning while drawing. Choose another one, such as W.</source>
        <translation>Esta tecla tiene otro significado al dibujar. Elija otra, como W.</translation>
    </message>
    <message>
        <source>This key moves between the panels of QGIS, and never reaches the map.</source>
        <translation>Esta tecla cambia entre los paneles de QGIS y nunca llega al mapa.</translation>
    </message>
    <message>
        <source>This line cannot take that course: it has several parts, or the course ends where it begins.</source>
        <translation>Esta línea no puede tomar ese trazado: tiene varias partes, o el trazado termina donde empieza.</translation>
    </message>
    <message>
        <source>This place is outside the area of the reference system of the network.</source>
        <translation>La red no tiene tal lugar: su sistema de referencia no llega tan lejos.</translation>
    </message>
    <message>
        <source>This problem has no place on the map.</source>
        <translation>Esto no tiene un lugar en el mapa.</translation>
    </message>
    <message>
        <source>This vertex cannot be removed: the feature needs it.</source>
        <translation>Este vértice no se puede quitar: el objeto lo necesita.</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Nivel</translation>
    </message>
    <message>
        <source>Tier (empty: all)</source>
        <translation>Nivel (vacío: todos)</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Niveles</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>To be shut</source>
        <translation>Por cerrar</translation>
    </message>
    <message>
        <source>To be shut: {}</source>
        <translation>Hay que cerrar: {}</translation>
    </message>
    <message>
        <source>To global id</source>
        <translation>Hasta id global</translation>
    </message>
    <message>
        <source>To table</source>
        <translation>Hasta tabla</translation>
    </message>
    <message>
        <source>To terminal</source>
        <translation>Hasta terminal</translation>
    </message>
    <message>
        <source>Tolerance of the points, in units of the network</source>
        <translation>Tolerancia de los puntos, en unidades de la red</translation>
    </message>
    <message>
        <source>Tolerance, in units of the network</source>
        <translation>Tolerancia, en unidades de la red</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>Totales</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Seguimiento</translation>
    </message>
    <message>
        <source>Trace a network</source>
        <translation>Seguir una red</translation>
    </message>
    <message>
        <source>Trace again</source>
        <translation>Repetir el seguimiento</translation>
    </message>
    <message>
        <source>Trace configuration: a JSON file, or the name of a configuration in the network</source>
        <translation>Configuración de seguimiento: un archivo JSON, o el nombre de una en la red</translation>
    </message>
    <message>
        <source>Trace the network: connected elements, upstream, downstream, features to shut</source>
        <translation>Seguir la red: elementos conectados, aguas arriba, aguas abajo, lo que hay que cerrar</translation>
    </message>
    <message>
        <source>Trace: {}</source>
        <translation>Seguimiento: {}</translation>
    </message>
    <message>
        <source>Trace: {} ({})</source>
        <translation>Seguimiento: {} ({})</translation>
    </message>
    <message>
        <source>Transform the coordinates to (empty: they stay)</source>
        <translation>Transformar las coordenadas a (vacío: se quedan)</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Escriba para buscar</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo: {}</source>
        <translation>Deshacer: {}</translation>
    </message>
    <message>
        <source>Undone: {}</source>
        <translation>Deshecho: {}</translation>
    </message>
    <message>
        <source>Unknown asset group</source>
        <translation>Grupo de activos desconocido</translation>
    </message>
    <message>
        <source>Unknown asset type</source>
        <translation>Tipo de activo desconocido</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Upstream</source>
        <translation>Aguas arriba</translation>
    </message>
    <message>
        <source>Use the end of the line</source>
        <translation>Usar el extremo de la línea</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>Validar</translation>
    </message>
    <message>
        <source>Validate a network</source>
        <translation>Validar una red</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validación</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Value of the first function, or cost of the path</source>
        <translation>Valor de la primera función, o coste de la ruta</translation>
    </message>
    <message>
        <source>Value that a network attribute cannot hold</source>
        <translation>Valor que un atributo de red no puede guardar</translation>
    </message>
    <message>
        <source>Values of the functions, as JSON</source>
        <translation>Valores de las funciones, como JSON</translation>
    </message>
    <message>
        <source>Valves are the features that meet the condition. Without a condition they are devices of the category Isolating or, if no asset type has it, all devices with a status. A valve is part of no segment.
Each feature of the result has the number of its segment. The table has a row for each segment, with its valves.</source>
        <translation>Son válvulas los objetos que cumplen la condición. Sin ella son dispositivos de la categoría Isolating o, si ningún tipo de activo la tiene, todos los dispositivos con un estado. Una válvula no es parte de ningún tramo.
Cada objeto del resultado tiene el número de su tramo. La tabla tiene una fila por tramo, con sus válvulas.</translation>
    </message>
    <message>
        <source>Version {} is installed, and used from now on. It is in {}.</source>
        <translation>La versión {} está instalada y se usa desde ahora. Está en {}.</translation>
    </message>
    <message>
        <source>Version {}, in {}</source>
        <translation>Versión {}, en {}</translation>
    </message>
    <message>
        <source>Vertices that stayed</source>
        <translation>Vértices que se quedaron</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Advertencias</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Supuesto</translation>
    </message>
    <message>
        <source>What if: {}</source>
        <translation>Supuesto: {}</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Qué hacer</translation>
    </message>
    <message>
        <source>What to do where the flow may run either way.</source>
        <translation>Qué hacer donde el flujo puede ir en ambos sentidos.</translation>
    </message>
    <message>
        <source>Wheels (*.whl);;All files (*)</source>
        <translation>Wheels (*.whl);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Where, what</source>
        <translation>Dónde, qué</translation>
    </message>
    <message>
        <source>Whether it is reached</source>
        <translation>Si se alcanza</translation>
    </message>
    <message>
        <source>Whether there are no errors</source>
        <translation>Si no hay ningún error</translation>
    </message>
    <message>
        <source>Which elements count, such as: where Length &gt; 10</source>
        <translation>Qué elementos cuentan, por ejemplo: where Length &gt; 10</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Por qué</translation>
    </message>
    <message>
        <source>Why is this (not) reached</source>
        <translation>Por qué (no) se alcanza esto</translation>
    </message>
    <message>
        <source>Why is this not supplied?</source>
        <translation>¿Por qué no tiene suministro?</translation>
    </message>
    <message>
        <source>Why it is refused</source>
        <translation>Por qué se rechaza</translation>
    </message>
    <message>
        <source>With the saved configuration, the trace also stops where {}.</source>
        <translation>La configuración guardada se detiene además donde {}.</translation>
    </message>
    <message>
        <source>Write the names of subnetworks to the features</source>
        <translation>Escribir los nombres de las subredes en los objetos</translation>
    </message>
    <message>
        <source>Writes a page with a map, the totals and the stops.</source>
        <translation>Escribe una página con un mapa, los totales y las paradas.</translation>
    </message>
    <message>
        <source>Wrong data type</source>
        <translation>Tipo de datos incorrecto</translation>
    </message>
    <message>
        <source>Wrong type of geometry</source>
        <translation>Tipo de geometría incorrecto</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Zoom to</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>all terminals</source>
        <translation>todos los terminales</translation>
    </message>
    <message>
        <source>all tiers of {}</source>
        <translation>todos los niveles de {}</translation>
    </message>
    <message>
        <source>and {} more: only {} are listed</source>
        <translation>y {} más: solo se muestran {}</translation>
    </message>
    <message>
        <source>another tier</source>
        <translation>otro nivel</translation>
    </message>
    <message>
        <source>area</source>
        <translation>área</translation>
    </message>
    <message>
        <source>as the tier of the starts says</source>
        <translation>según el nivel de los inicios</translation>
    </message>
    <message>
        <source>at {} %</source>
        <translation>al {} %</translation>
    </message>
    <message>
        <source>attachment</source>
        <translation>adjunto</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>barrera</translation>
    </message>
    <message>
        <source>border</source>
        <translation>borde</translation>
    </message>
    <message>
        <source>cannot be operated</source>
        <translation>no se puede operar</translation>
    </message>
    <message>
        <source>category</source>
        <translation>categoría</translation>
    </message>
    <message>
        <source>centre</source>
        <translation>centro</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>condición</translation>
    </message>
    <message>
        <source>connectivity</source>
        <translation>conectividad</translation>
    </message>
    <message>
        <source>connectivity along an edge</source>
        <translation>conectividad a lo largo de un eje</translation>
    </message>
    <message>
        <source>connectivity with the end of an edge</source>
        <translation>conectividad con el final de un eje</translation>
    </message>
    <message>
        <source>connectivity with the start of an edge</source>
        <translation>conectividad con el inicio de un eje</translation>
    </message>
    <message>
        <source>containment</source>
        <translation>contención</translation>
    </message>
    <message>
        <source>controller</source>
        <translation>controlador</translation>
    </message>
    <message>
        <source>crossing</source>
        <translation>intersección</translation>
    </message>
    <message>
        <source>dead end</source>
        <translation>extremo sin salida</translation>
    </message>
    <message>
        <source>definition,schema,empty,template</source>
        <translation>definición,esquema,vacío,plantilla</translation>
    </message>
    <message>
        <source>end</source>
        <translation>extremo</translation>
    </message>
    <message>
        <source>flow does not lead there</source>
        <translation>el flujo no va hacia allí</translation>
    </message>
    <message>
        <source>function barrier</source>
        <translation>barrera de función</translation>
    </message>
    <message>
        <source>guide</source>
        <translation>guía</translation>
    </message>
    <message>
        <source>in addition to the tier of the starts</source>
        <translation>además del nivel de los inicios</translation>
    </message>
    <message>
        <source>layers,mapping,GeoJSON,GeoPackage,GIS</source>
        <translation>capas,correspondencias,GeoJSON,GeoPackage,SIG</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>punto medio</translation>
    </message>
    <message>
        <source>no path within the device</source>
        <translation>sin camino dentro del dispositivo</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>en ningún sitio</translation>
    </message>
    <message>
        <source>pandapipes,gas,water,heat,json</source>
        <translation>pandapipes,gas,agua,calor,json</translation>
    </message>
    <message>
        <source>pandapower,electric,grid,json</source>
        <translation>pandapower,electricidad,red,json</translation>
    </message>
    <message>
        <source>pass every loop</source>
        <translation>pasar por todo bucle</translation>
    </message>
    <message>
        <source>pass loops on the way</source>
        <translation>pasar por bucles del camino</translation>
    </message>
    <message>
        <source>pass no loop</source>
        <translation>no pasar por bucles</translation>
    </message>
    <message>
        <source>pip could not install {}: {}</source>
        <translation>pip no pudo instalar {}: {}</translation>
    </message>
    <message>
        <source>point</source>
        <translation>punto</translation>
    </message>
    <message>
        <source>propagator</source>
        <translation>propagador</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>segmento</translation>
    </message>
    <message>
        <source>supposed: blocks</source>
        <translation>se supone que bloquea</translation>
    </message>
    <message>
        <source>supposed: does not block</source>
        <translation>se supone que deja pasar</translation>
    </message>
    <message>
        <source>utility network,associations,connectivity,containment,attachment,structure</source>
        <translation>red de servicios,asociaciones,conectividad,contención,adjunto,estructura</translation>
    </message>
    <message>
        <source>utility network,cost,reach,service area,length</source>
        <translation>red de servicios,coste,alcance,área de servicio,longitud</translation>
    </message>
    <message>
        <source>utility network,errors,quality,check,rules,topology,dirty areas</source>
        <translation>red de servicios,errores,calidad,comprobar,reglas,topología,áreas con cambios</translation>
    </message>
    <message>
        <source>utility network,import,convert,model,new</source>
        <translation>red de servicios,importar,convertir,modelo,nuevo</translation>
    </message>
    <message>
        <source>utility network,snapping,connectivity rules,move,align,clean</source>
        <translation>red de servicios,autoensamblado,reglas de conectividad,mover,alinear,limpiar</translation>
    </message>
    <message>
        <source>utility network,snapping,survey,clean,CAD,align,connectivity rules</source>
        <translation>red de servicios,autoensamblado,levantamiento,limpiar,CAD,alinear,reglas de conectividad</translation>
    </message>
    <message>
        <source>utility network,subnetwork,feeder,circuit,pressure zone,pressure area,disconnected,without supply</source>
        <translation>red de servicios,subred,alimentador,circuito,zona de presión,área de presión,desconectado,sin suministro</translation>
    </message>
    <message>
        <source>utility network,supply,reach,blocked,barrier,path,explain</source>
        <translation>red de servicios,suministro,alcance,bloqueado,barrera,camino,explicar</translation>
    </message>
    <message>
        <source>utility network,upstream,downstream,isolation,subnetwork,connected,shortest path,loops,valves,what if,flow</source>
        <translation>red de servicios,seguimiento,aguas arriba,aguas abajo,aislamiento,subred,conectado,ruta más corta,bucles,válvulas,y si,flujo</translation>
    </message>
    <message>
        <source>utility network,valves,isolation,section,shut-off,segment,criticality</source>
        <translation>red de servicios,válvulas,aislamiento,sección,cierre,tramo,criticidad</translation>
    </message>
    <message>
        <source>utility network,what is here,nearest,join,lookup,attributes</source>
        <translation>red de servicios,qué hay aquí,más cercano,unión,consulta,atributos</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
    <message>
        <source>vertex</source>
        <translation>vértice</translation>
    </message>
    <message>
        <source>where …</source>
        <translation>where …</translation>
    </message>
    <message>
        <source>{:,} features are in no subnetwork.</source>
        <translation>{:,} objetos no están en ninguna subred.</translation>
    </message>
    <message>
        <source>{:,} features are selected.</source>
        <translation>{:,} objetos están seleccionados.</translation>
    </message>
    <message>
        <source>{kind} of {feature}</source>
        <translation>{kind} de {feature}</translation>
    </message>
    <message>
        <source>{path}: {count} in the network</source>
        <translation>{path}: {count} en la red</translation>
    </message>
    <message>
        <source>{place}: {because}</source>
        <translation>{place}: {because}</translation>
    </message>
    <message>
        <source>{}
It has no place on the map.</source>
        <translation>{}
No tiene un lugar en el mapa.</translation>
    </message>
    <message>
        <source>{}  ({} of {} here: press {} for the next, the right button for a list)</source>
        <translation>{}  ({} de {} aquí: pulse {} para el siguiente, el botón derecho para una lista)</translation>
    </message>
    <message>
        <source>{} (likely)</source>
        <translation>{} (probable)</translation>
    </message>
    <message>
        <source>{} (see the asset group)</source>
        <translation>{} (véase el grupo de activos)</translation>
    </message>
    <message>
        <source>{} The value of {}:</source>
        <translation>{} El valor de {}:</translation>
    </message>
    <message>
        <source>{} To do: {}</source>
        <translation>{} Qué hacer: {}</translation>
    </message>
    <message>
        <source>{} at {}</source>
        <translation>{} en {}</translation>
    </message>
    <message>
        <source>{} at {} % of its length</source>
        <translation>{} al {} % de su longitud</translation>
    </message>
    <message>
        <source>{} cannot be read as a GeoPackage: {}</source>
        <translation>{} no se puede leer como GeoPackage: {}</translation>
    </message>
    <message>
        <source>{} cannot be read: {}</source>
        <translation>{} no se puede leer: {}</translation>
    </message>
    <message>
        <source>{} controllers were tried, the nearest first.</source>
        <translation>Se probaron {} controladores, los más cercanos primero.</translation>
    </message>
    <message>
        <source>{} elements</source>
        <translation>{} elementos</translation>
    </message>
    <message>
        <source>{} features</source>
        <translation>{} objetos</translation>
    </message>
    <message>
        <source>{} features are selected.</source>
        <translation>{} objetos están seleccionados.</translation>
    </message>
    <message>
        <source>{} features are too many for layers in memory: {} at most. The command writes a file of them: Copy command, then add --geojson FILE.</source>
        <translation>{} objetos son demasiados para capas en memoria: {} como máximo. La orden los escribe en un archivo: Copiar orden y añadir --geojson FILE.</translation>
    </message>
    <message>
        <source>{} features have no place on the map, and are in no layer.</source>
        <translation>{} objetos no tienen un lugar en el mapa y no están en ninguna capa.</translation>
    </message>
    <message>
        <source>{} gets other fields: QGIS saves it as it is, and the rules are not applied.</source>
        <translation>{} recibe otros campos: QGIS lo guarda como está, y no se aplican las reglas.</translation>
    </message>
    <message>
        <source>{} has changed during the run: run the algorithm again.</source>
        <translation>{} ha cambiado durante la ejecución: ejecute de nuevo el algoritmo.</translation>
    </message>
    <message>
        <source>{} has curves: they become short straight lines.</source>
        <translation>{} tiene curvas: se convierten en líneas rectas cortas.</translation>
    </message>
    <message>
        <source>{} has no features.</source>
        <translation>{} no tiene objetos.</translation>
    </message>
    <message>
        <source>{} has several terminals: choose the one that the line goes to.</source>
        <translation>{} tiene varios terminales: elija aquel al que va la línea.</translation>
    </message>
    <message>
        <source>{} has too many features to select: make layers of the result.</source>
        <translation>{} tiene demasiados para seleccionarlos: cree capas del resultado.</translation>
    </message>
    <message>
        <source>{} holds 1 feature.</source>
        <translation>{} contiene 1 objeto.</translation>
    </message>
    <message>
        <source>{} holds no network any more.</source>
        <translation>{} ya no contiene ninguna red.</translation>
    </message>
    <message>
        <source>{} holds {:,} features.</source>
        <translation>{} contiene {:,} objetos.</translation>
    </message>
    <message>
        <source>{} in {}</source>
        <translation>{} en {}</translation>
    </message>
    <message>
        <source>{} is a GeoPackage, but holds no network: the tables {} are missing. To make a network from other data, use the algorithms of GeoSnap in Processing &gt; Toolbox.</source>
        <translation>{} es un GeoPackage, pero no contiene ninguna red: faltan las tablas {}. Una red se crea de otros datos con los algoritmos de GeoSnap en Procesos &gt; Caja de herramientas.</translation>
    </message>
    <message>
        <source>{} is edited in a transaction: QGIS saves it as it is, and the rules are not applied.</source>
        <translation>{} se edita en una transacción: QGIS la guarda como está y no se aplican las reglas.</translation>
    </message>
    <message>
        <source>{} is installed. QGIS uses it after a restart; until then, QGIS uses version {}, from {}.</source>
        <translation>{} está instalado. Se usa después de reiniciar QGIS; hasta entonces se usa la versión {}, de {}.</translation>
    </message>
    <message>
        <source>{} is not a container, and is in no container.</source>
        <translation>{} no es un contenedor ni está en ninguno.</translation>
    </message>
    <message>
        <source>{} is not an EPSG reference system: choose an EPSG reference system.</source>
        <translation>{} no es un sistema de referencia EPSG: elija uno que lo sea.</translation>
    </message>
    <message>
        <source>{} is not reached from {}. These features block the path with the fewest barriers:</source>
        <translation>{} no se alcanza desde {}. Esto bloquea el camino que pasa por menos barreras:</translation>
    </message>
    <message>
        <source>{} is not reached from {}: there is no connection at all.</source>
        <translation>{} no se alcanza desde {}: no hay ninguna conexión.</translation>
    </message>
    <message>
        <source>{} is reached from {} by {:,} elements.</source>
        <translation>{} se alcanza desde {} por {:,} elementos.</translation>
    </message>
    <message>
        <source>{} is reached from {}.</source>
        <translation>{} se alcanza desde {}.</translation>
    </message>
    <message>
        <source>{} more here: press {} for the next</source>
        <translation>{} más aquí: pulse {} para el siguiente</translation>
    </message>
    <message>
        <source>{} more: double-click</source>
        <translation>{} más: doble clic</translation>
    </message>
    <message>
        <source>{} of the network {}</source>
        <translation>{} de la red {}</translation>
    </message>
    <message>
        <source>{} of {} features of {} have no geometry: they stay as they are.</source>
        <translation>{} de {} objetos de {} no tienen geometría: se quedan como están.</translation>
    </message>
    <message>
        <source>{} of {} features of {} have no point, and get no feature.</source>
        <translation>{} de {} objetos de {} no tienen punto y no reciben ningún objeto.</translation>
    </message>
    <message>
        <source>{} of {}:</source>
        <translation>{} de {}:</translation>
    </message>
    <message>
        <source>{} points of {} have no feature within {} that a trace can pass: {}.</source>
        <translation>{} puntos de {} no tienen, a menos de {}, ningún objeto por donde pueda pasar un seguimiento: {}.</translation>
    </message>
    <message>
        <source>{} rows of the network cannot be read and are left out: Validate a network lists them.</source>
        <translation>{} filas de la red no se pueden leer y se omiten: «Validar una red» las muestra.</translation>
    </message>
    <message>
        <source>{} …</source>
        <translation>{} …</translation>
    </message>
    <message>
        <source>{}: There is no such file.</source>
        <translation>{}: no existe ese archivo.</translation>
    </message>
    <message>
        <source>{}: This database holds no network that you may read.</source>
        <translation>{}: Esta base de datos no contiene ninguna red que usted pueda leer.</translation>
    </message>
    <message>
        <source>{}: give one place; these are {}.</source>
        <translation>{}: indique un solo lugar; estos son {}.</translation>
    </message>
    <message>
        <source>{}: names</source>
        <translation>{}: nombres</translation>
    </message>
    <message>
        <source>{}: points of a layer</source>
        <translation>{}: puntos de una capa</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>{}: {} of {}</source>
        <translation>{}: {} de {}</translation>
    </message>
</context>
</TS>
