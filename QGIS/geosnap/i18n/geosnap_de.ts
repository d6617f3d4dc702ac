<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>GeoSnap</name>
    <message>
        <source> pixels</source>
        <translation> Pixel</translation>
    </message>
    <message>
        <source>&apos;Device Status&apos; = Open and Length &gt; 10</source>
        <translation>&apos;Device Status&apos; = Open and Length &gt; 10</translation>
    </message>
    <message>
        <source>(none: no barriers)</source>
        <translation>(keine: nichts sperrt)</translation>
    </message>
    <message>
        <source>(stay in the tier)</source>
        <translation>(in der Netzebene bleiben)</translation>
    </message>
    <message>
        <source>(the definition of the tier)</source>
        <translation>(Vorgabe)</translation>
    </message>
    <message>
        <source>(the tier of the starts)</source>
        <translation>(die Netzebene der Starts)</translation>
    </message>
    <message>
        <source>(the tier of the starts: {})</source>
        <translation>(die Netzebene der Starts: {})</translation>
    </message>
    <message>
        <source>+ Category</source>
        <translation>+ Kategorie</translation>
    </message>
    <message>
        <source>+ Condition</source>
        <translation>+ Bedingung</translation>
    </message>
    <message>
        <source>+ Expression</source>
        <translation>+ Ausdruck</translation>
    </message>
    <message>
        <source>+ Function</source>
        <translation>+ Funktion</translation>
    </message>
    <message>
        <source>+ Function barrier</source>
        <translation>+ Funktionsbarriere</translation>
    </message>
    <message>
        <source>1 element</source>
        <translation>1 Element</translation>
    </message>
    <message>
        <source>1 feature</source>
        <translation>1 Objekt</translation>
    </message>
    <message>
        <source>1 feature is in no subnetwork.</source>
        <translation>1 Objekt ist in keinem Teilnetz.</translation>
    </message>
    <message>
        <source>&gt;= 100 local</source>
        <translation>&gt;= 100 local</translation>
    </message>
    <message>
        <source>A function barrier, such as add(Length) &gt;= 100. With &apos;local&apos; each path has its own sum.</source>
        <translation>Eine Funktionsbarriere, etwa add(Length) &gt;= 100. Mit &apos;local&apos; hat jeder Weg seine eigene Summe.</translation>
    </message>
    <message>
        <source>A junction is needed there first.</source>
        <translation>Dort ist zuerst ein Knoten nötig.</translation>
    </message>
    <message>
        <source>A line has at least two vertices.</source>
        <translation>Eine Linie hat mindestens zwei Stützpunkte.</translation>
    </message>
    <message>
        <source>A row without a value has no effect yet.</source>
        <translation>Eine Zeile ohne Wert wirkt noch nicht.</translation>
    </message>
    <message>
        <source>A shortest path needs two starts: where it begins and where it ends.</source>
        <translation>Ein kürzester Pfad braucht zwei Starts: wo er beginnt und wo er endet.</translation>
    </message>
    <message>
        <source>A trace uses the conditions of its tier as barriers. A connected trace has no barriers, unless a tier is given. Conditions are written as &apos;Device Status&apos; = Closed, or category = Isolating; functions as add(Length); function barriers as add(Length) &gt;= 4 local.
An isolation needs a filter condition for the features that can be shut, such as category = Isolating. A shortest path needs two starts and the network attribute that it adds up.
The result has one row for each feature; for a line, with the part that was found. Elements are listed by terminal and part of a line. Stops say where the trace ended, and why. The report has everything, including the values of functions.</source>
        <translation>Eine Verfolgung geht von der Definition der Netzebene aus, deren Bedingungen sperren. Eine verbundene geht davon aus, dass nichts sperrt, außer wenn eine Netzebene angegeben ist. Bedingungen schreibt man als &apos;Device Status&apos; = Closed oder category = Isolating, Funktionen als add(Length), Funktionsbarrieren als add(Length) &gt;= 4 local.
Eine Isolation braucht eine Filterbedingung, die sagt, was geschlossen werden kann, etwa category = Isolating. Ein kürzester Pfad braucht zwei Starts und das Netzattribut, das er summiert.
Jedes Objekt des Ergebnisses hat eine Zeile, bei einer Linie mit dem Stück, das dazugehört. Elemente sind dasselbe je Terminal und Stück. Halte sagen, wo die Verfolgung zu Ende war, und warum. Der Bericht enthält alles, auch die Werte der Funktionen.</translation>
    </message>
    <message>
        <source>A value to sum up over the results.</source>
        <translation>Ein Wert, der über die Ergebnisse summiert wird.</translation>
    </message>
    <message>
        <source>AND binds tighter than OR.</source>
        <translation>AND bindet stärker als OR.</translation>
    </message>
    <message>
        <source>Add to the existing network</source>
        <translation>Das vorhandene Netz ergänzen</translation>
    </message>
    <message>
        <source>Add up</source>
        <translation>Summieren</translation>
    </message>
    <message>
        <source>Add up over the results</source>
        <translation>Über die Ergebnisse summieren</translation>
    </message>
    <message>
        <source>Added up</source>
        <translation>Summiert</translation>
    </message>
    <message>
        <source>Additional results</source>
        <translation>Zusätzliche Ergebnisse</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Adds a condition as a text, which may have parentheses.</source>
        <translation>Fügt eine ausgeschriebene Bedingung mit Klammern hinzu.</translation>
    </message>
    <message>
        <source>Adds a condition on a network attribute.</source>
        <translation>Fügt eine Bedingung für ein Netzattribut hinzu.</translation>
    </message>
    <message>
        <source>Adds a condition on the category of asset types.</source>
        <translation>Fügt eine Bedingung für die Kategorie von Assettypen hinzu.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All features nearby are switched off.</source>
        <translation>Alle Objekte in der Nähe sind ausgeschaltet.</translation>
    </message>
    <message>
        <source>All places nearby are refused: {}.</source>
        <translation>Alles in der Nähe wird abgelehnt: {}.</translation>
    </message>
    <message>
        <source>All terminals</source>
        <translation>Alle Terminals</translation>
    </message>
    <message>
        <source>Allowed place</source>
        <translation>Erlaubte Stelle</translation>
    </message>
    <message>
        <source>Also return</source>
        <translation>Außerdem zurückgeben</translation>
    </message>
    <message>
        <source>Also without supply</source>
        <translation>Außerdem ohne Versorgung</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Another junction is there.</source>
        <translation>Dort steht ein anderer Knoten.</translation>
    </message>
    <message>
        <source>Another vertex with the same coordinate has to stay.</source>
        <translation>Ein anderer Stützpunkt an dieser Koordinate muss bleiben.</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Flächen</translation>
    </message>
    <message>
        <source>Areas by distance</source>
        <translation>Flächen nach Entfernung</translation>
    </message>
    <message>
        <source>Areas by segment</source>
        <translation>Flächen nach Abschnitt</translation>
    </message>
    <message>
        <source>Areas by subnetwork</source>
        <translation>Flächen nach Teilnetz</translation>
    </message>
    <message>
        <source>Areas of the path</source>
        <translation>Flächen des Wegs</translation>
    </message>
    <message>
        <source>Areas of the trace</source>
        <translation>Flächen der Verfolgung</translation>
    </message>
    <message>
        <source>As layers</source>
        <translation>Als Layer</translation>
    </message>
    <message>
        <source>Asset group</source>
        <translation>Assetgruppe</translation>
    </message>
    <message>
        <source>Asset type</source>
        <translation>Assettyp</translation>
    </message>
    <message>
        <source>Asset type (empty: no rule applies)</source>
        <translation>Assettyp (leer: keine Regel gilt)</translation>
    </message>
    <message>
        <source>Asset type code</source>
        <translation>Code des Assettyps</translation>
    </message>
    <message>
        <source>Asset types of {}</source>
        <translation>Assettypen von {}</translation>
    </message>
    <message>
        <source>Association</source>
        <translation>Zuordnung</translation>
    </message>
    <message>
        <source>Association with a feature that is missing</source>
        <translation>Zuordnung mit einem Objekt, das fehlt</translation>
    </message>
    <message>
        <source>Association with a feature that is set aside</source>
        <translation>Zuordnung mit einem ausgesonderten Objekt</translation>
    </message>
    <message>
        <source>Association with another asset type</source>
        <translation>Zuordnung mit einem anderen Assettyp</translation>
    </message>
    <message>
        <source>Associations</source>
        <translation>Zuordnungen</translation>
    </message>
    <message>
        <source>Associations from it</source>
        <translation>Zuordnungen von hier</translation>
    </message>
    <message>
        <source>Associations in view</source>
        <translation>Zuordnungen im Ausschnitt</translation>
    </message>
    <message>
        <source>Associations to it</source>
        <translation>Zuordnungen hierher</translation>
    </message>
    <message>
        <source>Associations: {}.</source>
        <translation>Zuordnungen: {}.</translation>
    </message>
    <message>
        <source>At the nearest place of the feature</source>
        <translation>An der nächsten Stelle des Objekts</translation>
    </message>
    <message>
        <source>At the point</source>
        <translation>Am Punkt</translation>
    </message>
    <message>
        <source>Attachment</source>
        <translation>Anbau</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>Barrier: {}</source>
        <translation>Barriere: {}</translation>
    </message>
    <message>
        <source>Barriers</source>
        <translation>Barrieren</translation>
    </message>
    <message>
        <source>Begin on the line that gets the new course.</source>
        <translation>Auf der Linie beginnen, die einen neuen Verlauf bekommt.</translation>
    </message>
    <message>
        <source>Blockers</source>
        <translation>Sperren</translation>
    </message>
    <message>
        <source>Broken rule</source>
        <translation>Verletzte Regel</translation>
    </message>
    <message>
        <source>CSV (*.csv);;All files (*.*)</source>
        <translation>CSV (*.csv);;Alle Dateien (*.*)</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV-Dateien (*.csv)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cannot be operated</source>
        <translation>Nicht bedienbar</translation>
    </message>
    <message>
        <source>Changed: {}</source>
        <translation>Geändert: {}</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Checking the drawn features</source>
        <translation>Prüfen, was gezeichnet wurde</translation>
    </message>
    <message>
        <source>Checking the edits</source>
        <translation>Die Bearbeitung wird geprüft</translation>
    </message>
    <message>
        <source>Checking the saved edits</source>
        <translation>Was gespeichert wird, wird geprüft</translation>
    </message>
    <message>
        <source>Choose a network: none is given, and the project has none.</source>
        <translation>Ein Netz wählen: Keines ist angegeben, und das Projekt hat keines.</translation>
    </message>
    <message>
        <source>Choose the asset type that the points will have. Without an asset type, the points snap to everything, and no rule applies. A vertex wins over a place on a segment; otherwise the nearest place wins.
The result has a row for each point: snapped says whether it was moved, kind and rule say where to and by which rule. A point that is not snapped stays where it was. Conform features to a network reports the reasons.
The points may have any reference system. The result has that of the network.</source>
        <translation>Den Assettyp wählen, der aus den Punkten werden soll. Ohne einen rasten sie auf alles ein, und keine Regel zählt. Ein Stützpunkt geht einer Stelle auf einem Segment vor, dann geht das Nächste vor.
Jeder Punkt hat eine Zeile: snapped sagt, ob er verschoben wurde, kind und rule sagen, wohin und nach welcher Regel. Ein Punkt, der nicht einrastet, bleibt, wo er war. „Objekte an ein Netz anpassen“ sagt, warum einer bleibt.
Die Punkte können ein beliebiges Bezugssystem haben. Das Ergebnis hat das des Netzes.</translation>
    </message>
    <message>
        <source>Choose the tier first: the configuration is based on its definition.</source>
        <translation>Zuerst die Netzebene wählen: Die Konfiguration beruht auf ihrer Definition.</translation>
    </message>
    <message>
        <source>Choose what to draw first: the panel lists the asset types.</source>
        <translation>Zuerst wählen, was gezeichnet werden soll: Das Bedienfeld listet die Assettypen auf.</translation>
    </message>
    <message>
        <source>Choose what to set, then click on the map.</source>
        <translation>Wählen, was gesetzt werden soll, dann auf die Karte klicken.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Click a container on the map, or a feature in a container.</source>
        <translation>Auf der Karte einen Container oder ein Objekt in einem Container anklicken.</translation>
    </message>
    <message>
        <source>Click a container, or a feature in a container, to see the content</source>
        <translation>Einen Container oder ein Objekt darin anklicken, um zu sehen, was er enthält</translation>
    </message>
    <message>
        <source>Click a feature to see it at 1:{:,.0f}, where all features are legible.</source>
        <translation>Ein Objekt anklicken, um es bei 1:{:,.0f} zu sehen, wo sich alle unterscheiden lassen.</translation>
    </message>
    <message>
        <source>Click a feature without supply, then the source that should supply it</source>
        <translation>Anklicken, was nicht versorgt wird, dann die Quelle, die es versorgen sollte</translation>
    </message>
    <message>
        <source>Click a feature without supply.</source>
        <translation>Anklicken, was nicht versorgt wird.</translation>
    </message>
    <message>
        <source>Click a place that the results do not pass. This place shortens the answer, and hides no controller.</source>
        <translation>Eine Stelle anklicken, durch die die Ergebnisse nicht gehen: Das kürzt die Antwort und verdeckt keinen Controller.</translation>
    </message>
    <message>
        <source>Click a place that the trace does not pass.</source>
        <translation>Eine Stelle anklicken, durch die die Verfolgung nicht geht.</translation>
    </message>
    <message>
        <source>Click a valve, a switch or a line, and choose what to suppose. Nothing is written.</source>
        <translation>Einen Schieber, einen Schalter oder eine Linie anklicken und wählen, was dafür angenommen wird. Nichts wird geschrieben.</translation>
    </message>
    <message>
        <source>Click on a line.</source>
        <translation>Auf eine Linie klicken.</translation>
    </message>
    <message>
        <source>Click on the feature to delete.</source>
        <translation>Auf das klicken, was gelöscht werden soll.</translation>
    </message>
    <message>
        <source>Click on the line that becomes part of this one.</source>
        <translation>Auf die Linie klicken, die Teil von dieser wird.</translation>
    </message>
    <message>
        <source>Click on the line to split.</source>
        <translation>Auf die Linie klicken, die geteilt werden soll.</translation>
    </message>
    <message>
        <source>Click the new place of the vertex. A right click leaves it where it is.</source>
        <translation>Dorthin klicken, wo der Stützpunkt hinsoll. Ein Rechtsklick lässt ihn, wo er ist.</translation>
    </message>
    <message>
        <source>Click the source that should supply it, or press Enter to find its controllers.</source>
        <translation>Die Quelle anklicken, die es versorgen sollte, oder mit der Eingabetaste die Controller suchen.</translation>
    </message>
    <message>
        <source>Click where the trace starts.</source>
        <translation>Dorthin klicken, wo die Verfolgung beginnt.</translation>
    </message>
    <message>
        <source>Computes the cost of reaching each feature from a place, along the network.</source>
        <translation>Berechnet, was es kostet, jedes Objekt von einer Stelle aus entlang des Netzes zu erreichen.</translation>
    </message>
    <message>
        <source>Condition for valves</source>
        <translation>Bedingung für Schieber</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>Configurations are saved in the network&apos;s file, each under a name.</source>
        <translation>Konfigurationen werden in der Datei des Netzes aufbewahrt, jede unter einem Namen.</translation>
    </message>
    <message>
        <source>Conform features to a network</source>
        <translation>Objekte an ein Netz anpassen</translation>
    </message>
    <message>
        <source>Conformed features</source>
        <translation>Angepasste Objekte</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Connection within a line</source>
        <translation>Verbindung innerhalb einer Linie</translation>
    </message>
    <message>
        <source>Connection {}</source>
        <translation>Verbindung {}</translation>
    </message>
    <message>
        <source>Connectivity</source>
        <translation>Konnektivität</translation>
    </message>
    <message>
        <source>Connectivity with a line</source>
        <translation>Konnektivität mit einer Linie</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Container contents</source>
        <translation>Inhalt von Containern</translation>
    </message>
    <message>
        <source>Containers</source>
        <translation>Container</translation>
    </message>
    <message>
        <source>Content is visible</source>
        <translation>Inhalt ist sichtbar</translation>
    </message>
    <message>
        <source>Contents of containers</source>
        <translation>Inhalt von Containern</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Controllers, between commas</source>
        <translation>Controller, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Controllers: {}</source>
        <translation>Controller: {}</translation>
    </message>
    <message>
        <source>Copies the command that gives the same answer.</source>
        <translation>Kopiert den Befehl, der dieselbe Antwort gibt.</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Cost of the path</source>
        <translation>Kosten des Wegs</translation>
    </message>
    <message>
        <source>Cost of the path: {}</source>
        <translation>Kosten des Wegs: {}</translation>
    </message>
    <message>
        <source>Cost: {}</source>
        <translation>Kosten: {}</translation>
    </message>
    <message>
        <source>Create {}</source>
        <translation>{} erstellen</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Dead ends, among the stops</source>
        <translation>Netzenden, unter den Halten</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>Vorgabewerte</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete a feature by a click, or the selected features with the Delete key</source>
        <translation>Löschen, was angeklickt wird, oder mit der Entf-Taste, was ausgewählt ist</translation>
    </message>
    <message>
        <source>Delete the association</source>
        <translation>Zuordnung löschen</translation>
    </message>
    <message>
        <source>Delete the feature</source>
        <translation>Objekt löschen</translation>
    </message>
    <message>
        <source>Delete {}</source>
        <translation>{} löschen</translation>
    </message>
    <message>
        <source>Delete {} features</source>
        <translation>{} Objekte löschen</translation>
    </message>
    <message>
        <source>Deleted: {}</source>
        <translation>Gelöscht: {}</translation>
    </message>
    <message>
        <source>Deletes the configuration from the file.</source>
        <translation>Löscht die Konfiguration aus der Datei.</translation>
    </message>
    <message>
        <source>Derived</source>
        <translation>Abgeleitet</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>Device of several terminals within a line</source>
        <translation>Gerät mit mehreren Terminals innerhalb einer Linie</translation>
    </message>
    <message>
        <source>Distances within a network</source>
        <translation>Entfernungen in einem Netz</translation>
    </message>
    <message>
        <source>Divide a network at its valves</source>
        <translation>Ein Netz an seinen Schiebern aufteilen</translation>
    </message>
    <message>
        <source>Divides a network into segments, each isolated by the valves around it.</source>
        <translation>Teilt ein Netz in Abschnitte auf, die jeweils durch die Schieber ringsum abgesperrt werden.</translation>
    </message>
    <message>
        <source>Do not return</source>
        <translation>Nicht zurückgeben</translation>
    </message>
    <message>
        <source>Domain network</source>
        <translation>Netzart</translation>
    </message>
    <message>
        <source>Domain network (empty: all)</source>
        <translation>Netzart (leer: alle)</translation>
    </message>
    <message>
        <source>Doubts</source>
        <translation>Zweifel</translation>
    </message>
    <message>
        <source>Downstream</source>
        <translation>Flussabwärts</translation>
    </message>
    <message>
        <source>Draw by the rules</source>
        <translation>Nach den Regeln zeichnen</translation>
    </message>
    <message>
        <source>Draw points and lines where the rules allow it</source>
        <translation>Punkte und Linien zeichnen, jeder Klick dort, wo die Regeln es erlauben</translation>
    </message>
    <message>
        <source>Draw the associations in view as dashed lines</source>
        <translation>Die Zuordnungen im Ausschnitt als gestrichelte Linien zeichnen</translation>
    </message>
    <message>
        <source>Draw the new course back to the line. A right click ends it.</source>
        <translation>Den neuen Verlauf bis zurück zur Linie zeichnen. Ein Rechtsklick beendet ihn.</translation>
    </message>
    <message>
        <source>Draw the new course of a line over it</source>
        <translation>Den neuen Verlauf einer Linie über sie zeichnen</translation>
    </message>
    <message>
        <source>Draw {} instead</source>
        <translation>Stattdessen {} zeichnen</translation>
    </message>
    <message>
        <source>Drawing by the rules</source>
        <translation>Zeichnen nach den Regeln</translation>
    </message>
    <message>
        <source>Drop this edit</source>
        <translation>Diese Bearbeitung verwerfen</translation>
    </message>
    <message>
        <source>EPANET (*.inp);;All files (*.*)</source>
        <translation>EPANET (*.inp);;Alle Dateien (*.*)</translation>
    </message>
    <message>
        <source>EPANET,water,inp,pressure,hydraulic</source>
        <translation>EPANET,Wasser,inp,Druck,Hydraulik</translation>
    </message>
    <message>
        <source>Each error has its place as a point, its number and code, a message, a remedy, and the global ids of the features concerned. Errors without a place have no geometry.
Rule gaps are the asset types that meet in the data without a rule, with their number. They always cover the whole network.
Doubts break no rule, but look like mistakes: features drawn twice, ends that connect to nothing, near misses, crossings, islands and places far from all others.
A model can stop if there are errors.</source>
        <translation>Jeder Fehler hat einen Punkt, wo er liegt, seine Nummer und seinen Code, einen Satz, was zu tun ist, und die Global-IDs der betroffenen Objekte. Fehler ohne Stelle haben keine Geometrie.
Regellücken sind die Assettypen, die in den Daten ohne Regel aufeinandertreffen, mit der Häufigkeit. Sie betreffen immer das ganze Netz.
Zweifel verletzen keine Regel und sehen trotzdem nach Fehlern aus: doppelt Gezeichnetes, Enden, die an nichts anschließen, knapp Verfehltes, Kreuzungen, Inseln und Stellen weit von allen anderen.
Ein Modell kann so eingestellt werden, dass es endet, wo Fehler sind.</translation>
    </message>
    <message>
        <source>Each line leads from one feature of the association to the other: from the container to its content, from the structure to the feature attached to it. Associations of features at one place have a line without length.</source>
        <translation>Jede Linie führt von einem Objekt der Zuordnung zum anderen: vom Container zu seinem Inhalt, von der Struktur zu dem, was sie trägt. Zuordnungen von Objekten an derselben Stelle haben eine Linie ohne Länge.</translation>
    </message>
    <message>
        <source>Each subnetwork is traced from its controllers by the definition of its tier. A feature in several subnetworks has a row for each. The table has a row for each subnetwork, with its controllers and the values of its summaries.
Features in no subnetwork have a separate layer, such as those without supply if a valve were shut.
The names can be written to the features, into the field that the tier names. This changes the network as one step, which can be undone.</source>
        <translation>Jedes Teilnetz wird von seinen Controllern aus verfolgt, wie seine Netzebene es festlegt. Ein Objekt, das zu mehreren gehört, hat für jedes eine Zeile. Die Tabelle hat eine Zeile für jedes Teilnetz, mit seinen Controllern und den Werten seiner Zusammenfassungen.
Was zu keinem gehört, hat einen eigenen Layer, etwa was ohne Versorgung wäre, wenn ein Schieber geschlossen würde.
Die Namen können in die Objekte geschrieben werden, in das Feld, das die Netzebene nennt. Das ändert das Netz in einem Schritt, der sich rückgängig machen lässt.</translation>
    </message>
    <message>
        <source>Each vertex moves to a place where the rules let the asset type connect. Without such a place, the vertex stays. Vertices that shared a coordinate still share a coordinate, and no line becomes shorter than the tolerance.
The result has all features in their order, with their attributes, in the reference system of the network: moved and stayed count the vertices, farthest is the longest distance that one moved, and reasons says why some stayed. A layer of points has each vertex that stayed, with the reason.
For a junction the points move, and for a line its ends. Without an asset type every vertex moves, and no rule applies.</source>
        <translation>Jeder Stützpunkt kommt dorthin, wo die Regeln dem Assettyp eine Verbindung erlauben, und bleibt sonst, wo er ist. Stützpunkte, die eine Koordinate teilten, teilen sie weiterhin, und keine Linie wird kürzer als die Toleranz.
Das Ergebnis hat alle Objekte in ihrer Reihenfolge, mit ihren Attributen, im Bezugssystem des Netzes: moved und stayed zählen die Stützpunkte, farthest ist der längste Weg, den einer zurückgelegt hat, und reasons nennt, warum einige geblieben sind. Ein Punktlayer enthält jeden Stützpunkt, der geblieben ist, mit dem Grund.
Punkte werden für einen Knoten verschoben, Linienenden für eine Linie. Ohne Assettyp wird jeder Stützpunkt verschoben, und keine Regel zählt.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeitung</translation>
    </message>
    <message>
        <source>Edits in QGIS</source>
        <translation>Bearbeitungen in QGIS</translation>
    </message>
    <message>
        <source>Edits saved as one step: {}.</source>
        <translation>In einem Schritt gespeicherte Bearbeitungen: {}.</translation>
    </message>
    <message>
        <source>Either way</source>
        <translation>Beide Richtungen</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Elements: {}. Features: {}. Stops: {}.</source>
        <translation>Elemente: {}. Objekte: {}. Halte: {}.</translation>
    </message>
    <message>
        <source>Ends of lines that were moved to their nodes: {}</source>
        <translation>Linienenden, die zu ihren Knoten verschoben wurden: {}</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Errors in the network: {}.</source>
        <translation>Fehler im Netz: {}.</translation>
    </message>
    <message>
        <source>Esri,ArcGIS,feature service</source>
        <translation>Esri,ArcGIS,Feature-Service</translation>
    </message>
    <message>
        <source>Every feature that needs a subnetwork is in one.</source>
        <translation>Jedes Objekt, das ein Teilnetz braucht, ist in einem.</translation>
    </message>
    <message>
        <source>Exceptions to the rules</source>
        <translation>Ausnahmen von den Regeln</translation>
    </message>
    <message>
        <source>Export associations</source>
        <translation>Zuordnungen exportieren</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>Liste exportieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Extent (empty: all)</source>
        <translation>Ausdehnung (leer: alles)</translation>
    </message>
    <message>
        <source>Extent of the content</source>
        <translation>Ausdehnung des Inhalts</translation>
    </message>
    <message>
        <source>External grids control subnetworks. With tiers by voltage each level has its own tier.</source>
        <translation>Externe Netze steuern Teilnetze. Mit Netzebenen nach Spannung hat jede Spannungsebene ihre eigene.</translation>
    </message>
    <message>
        <source>Fail if there are errors</source>
        <translation>Scheitern, wo Fehler sind</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>Features found</source>
        <translation>Gefundene Objekte</translation>
    </message>
    <message>
        <source>Features found: {}. Points: {}, without a feature: {}.</source>
        <translation>Gefundene Objekte: {}. Punkte: {}, davon ohne Fund: {}.</translation>
    </message>
    <message>
        <source>Features reached: {}. The farthest is at {}.</source>
        <translation>Erreichte Objekte: {}. Das am weitesten entfernte liegt bei {}.</translation>
    </message>
    <message>
        <source>Features that an isolation shuts</source>
        <translation>Objekte, die eine Isolation schließt</translation>
    </message>
    <message>
        <source>Features: {}. Vertices: {}, moved: {}.</source>
        <translation>Objekte: {}. Stützpunkte: {}, davon verschoben: {}.</translation>
    </message>
    <message>
        <source>Field with the terminal of each point</source>
        <translation>Feld mit dem Terminal jedes Punktes</translation>
    </message>
    <message>
        <source>File of pandapipes</source>
        <translation>Datei von pandapipes</translation>
    </message>
    <message>
        <source>File of pandapower</source>
        <translation>Datei von pandapower</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter barrier: {}</source>
        <translation>Filterbarriere: {}</translation>
    </message>
    <message>
        <source>Filter barriers</source>
        <translation>Filterbarrieren</translation>
    </message>
    <message>
        <source>Filter by error or remedy</source>
        <translation>Nach Fehler oder Abhilfe filtern</translation>
    </message>
    <message>
        <source>Filter by name or controller</source>
        <translation>Nach Name oder Controller filtern</translation>
    </message>
    <message>
        <source>Filter conditions, one on each line</source>
        <translation>Filterbedingungen, eine je Zeile</translation>
    </message>
    <message>
        <source>Filter: the results stop where</source>
        <translation>Filter: Das Ergebnis endet, wo gilt</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Find all subnetworks, draw each in its colour, and list the features in none</source>
        <translation>Alle Teilnetze suchen, jedes in seiner Farbe zeichnen und auflisten, was zu keinem gehört</translation>
    </message>
    <message>
        <source>Find its controllers</source>
        <translation>Controller suchen</translation>
    </message>
    <message>
        <source>Find subnetworks</source>
        <translation>Teilnetze suchen</translation>
    </message>
    <message>
        <source>Finds all elements that are connected to the starts. There are no barriers, unless a tier is chosen.</source>
        <translation>Sucht alles, was mit den Starts verbunden ist. Nichts sperrt, außer wenn eine Netzebene gewählt ist.</translation>
    </message>
    <message>
        <source>Finds all elements that are fed through the starts.</source>
        <translation>Sucht alles, was über die Starts gespeist wird.</translation>
    </message>
    <message>
        <source>Finds all subnetworks from their controllers, the features of each, and the features in none.</source>
        <translation>Sucht alle Teilnetze von ihren Controllern aus, was zu jedem gehört und was zu keinem.</translation>
    </message>
    <message>
        <source>Finds connected elements, upstream, downstream, features to shut, loops, or the shortest path.</source>
        <translation>Findet verbundene Elemente, flussaufwärts, flussabwärts, was zu schließen ist, Schleifen oder den kürzesten Pfad.</translation>
    </message>
    <message>
        <source>Finds the cheapest path between two starts, by the network attribute that is added up.</source>
        <translation>Sucht den günstigsten Weg zwischen zwei Starts, nach dem Netzattribut, das summiert wird.</translation>
    </message>
    <message>
        <source>Finds the features to shut so that nothing reaches the starts.</source>
        <translation>Sucht, was zu schließen ist, damit nichts die Starts erreicht.</translation>
    </message>
    <message>
        <source>Finds the loops near the starts: elements that can be fed from two sides.</source>
        <translation>Sucht die Schleifen bei den Starts: was von zwei Seiten gespeist werden kann.</translation>
    </message>
    <message>
        <source>Finds the path from one place to another, or what blocks it.</source>
        <translation>Sucht den Weg von einer Stelle zu einer anderen oder was ihn sperrt.</translation>
    </message>
    <message>
        <source>Finds the paths from the starts to the controllers that feed them.</source>
        <translation>Sucht die Wege von den Starts zu den Controllern, die sie speisen.</translation>
    </message>
    <message>
        <source>Finds the whole subnetwork of the starts: all elements that its controllers reach.</source>
        <translation>Sucht das ganze Teilnetz, in dem die Starts sind: alles, was seine Controller erreichen.</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Beheben</translation>
    </message>
    <message>
        <source>Fix: {}</source>
        <translation>Beheben: {}</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Fluss</translation>
    </message>
    <message>
        <source>Flow follows the direction of drawing</source>
        <translation>Der Fluss folgt der Zeichenrichtung</translation>
    </message>
    <message>
        <source>Flow runs as lines are drawn</source>
        <translation>Fluss in Zeichenrichtung der Linien</translation>
    </message>
    <message>
        <source>Folder with buses.csv and elements.csv</source>
        <translation>Ordner mit buses.csv und elements.csv</translation>
    </message>
    <message>
        <source>Folder with the answers of the service</source>
        <translation>Ordner mit den Antworten des Dienstes</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>From global id</source>
        <translation>Von Global-ID</translation>
    </message>
    <message>
        <source>From table</source>
        <translation>Von Tabelle</translation>
    </message>
    <message>
        <source>From terminal</source>
        <translation>Von Terminal</translation>
    </message>
    <message>
        <source>From {}.</source>
        <translation>Von {}.</translation>
    </message>
    <message>
        <source>Function barriers, one on each line</source>
        <translation>Funktionsbarrieren, eine je Zeile</translation>
    </message>
    <message>
        <source>Functions, one on each line, such as add(Length)</source>
        <translation>Funktionen, eine je Zeile, etwa add(Length)</translation>
    </message>
    <message>
        <source>Further condition barriers, one on each line</source>
        <translation>Weitere Bedingungen, die sperren, eine je Zeile</translation>
    </message>
    <message>
        <source>GeoPackage (*.gpkg)</source>
        <translation>GeoPackage (*.gpkg)</translation>
    </message>
    <message>
        <source>GeoPackage (*.gpkg);;All files (*.*)</source>
        <translation>GeoPackage (*.gpkg);;Alle Dateien (*.*)</translation>
    </message>
    <message>
        <source>GeoPackages (*.gpkg);;All files (*)</source>
        <translation>GeoPackages (*.gpkg);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>GeoSnap utility networks</source>
        <translation>GeoSnap-Versorgungsnetze</translation>
    </message>
    <message>
        <source>GeoSnap: draw</source>
        <translation>GeoSnap: Zeichnen</translation>
    </message>
    <message>
        <source>GeoSnap: refused edits</source>
        <translation>GeoSnap: Abgelehnte Bearbeitungen</translation>
    </message>
    <message>
        <source>Geometry that cannot be read</source>
        <translation>Geometrie, die nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>Give a place to measure from.</source>
        <translation>Eine Stelle angeben, von der aus gemessen wird.</translation>
    </message>
    <message>
        <source>Give a start and a place to reach. If the place is reached, the result is the path with the fewest elements, in order. Otherwise, the blockers are the barriers on the path with the fewest barriers, each with the reason.</source>
        <translation>Eine Stelle angeben, an der begonnen wird, und eine, die erreicht werden soll. Wird sie erreicht, ist das Ergebnis der Weg aus den wenigsten Elementen, in ihrer Reihenfolge. Wird sie nicht erreicht, sind die Sperren die wenigsten Barrieren auf einem Weg, jede mit dem Grund.</translation>
    </message>
    <message>
        <source>Give {} another value</source>
        <translation>{} einen anderen Wert geben</translation>
    </message>
    <message>
        <source>Global id</source>
        <translation>Global-ID</translation>
    </message>
    <message>
        <source>Go on to tier</source>
        <translation>Weiter zur Netzebene</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Identify features at points</source>
        <translation>Objekte an Punkten abfragen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Import from EPANET</source>
        <translation>Aus EPANET importieren</translation>
    </message>
    <message>
        <source>Import from Esri</source>
        <translation>Aus Esri importieren</translation>
    </message>
    <message>
        <source>Import from OpenDSS</source>
        <translation>Aus OpenDSS importieren</translation>
    </message>
    <message>
        <source>Import from SWMM</source>
        <translation>Aus SWMM importieren</translation>
    </message>
    <message>
        <source>Import from pandapipes</source>
        <translation>Aus pandapipes importieren</translation>
    </message>
    <message>
        <source>Import from pandapower</source>
        <translation>Aus pandapower importieren</translation>
    </message>
    <message>
        <source>Import layers</source>
        <translation>Layer importieren</translation>
    </message>
    <message>
        <source>In no subnetwork</source>
        <translation>In keinem Teilnetz</translation>
    </message>
    <message>
        <source>In no subnetwork: lines</source>
        <translation>In keinem Teilnetz: Linien</translation>
    </message>
    <message>
        <source>In no subnetwork: points</source>
        <translation>In keinem Teilnetz: Punkte</translation>
    </message>
    <message>
        <source>In this view only</source>
        <translation>Nur im Ausschnitt</translation>
    </message>
    <message>
        <source>Input file of EPANET</source>
        <translation>Eingabedatei von EPANET</translation>
    </message>
    <message>
        <source>Input file of SWMM</source>
        <translation>Eingabedatei von SWMM</translation>
    </message>
    <message>
        <source>Insert a vertex</source>
        <translation>Stützpunkt einfügen</translation>
    </message>
    <message>
        <source>Insert a vertex into {}</source>
        <translation>Stützpunkt in {} einfügen</translation>
    </message>
    <message>
        <source>Install the package</source>
        <translation>Paket installieren</translation>
    </message>
    <message>
        <source>Install the package…</source>
        <translation>Paket installieren…</translation>
    </message>
    <message>
        <source>Installing {}</source>
        <translation>{} wird installiert</translation>
    </message>
    <message>
        <source>Instead of a click on a source: use the nearest controllers (Enter)</source>
        <translation>Statt eines Klicks auf eine Quelle: die nächsten Controller verwenden (Eingabetaste)</translation>
    </message>
    <message>
        <source>Invalid terminal</source>
        <translation>Ungültiges Terminal</translation>
    </message>
    <message>
        <source>Isolated behind features left open</source>
        <translation>Isoliertes hinter dem, was offen bleiben kann</translation>
    </message>
    <message>
        <source>Isolation</source>
        <translation>Isolation</translation>
    </message>
    <message>
        <source>It cannot be operated: find the next ones</source>
        <translation>Er ist nicht bedienbar: die nächsten suchen</translation>
    </message>
    <message>
        <source>It has no place on the map.</source>
        <translation>Dazu gibt es keine Stelle auf der Karte.</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>JSON (*.json);;All files (*.*)</source>
        <translation>JSON (*.json);;Alle Dateien (*.*)</translation>
    </message>
    <message>
        <source>Join terminal {}</source>
        <translation>Mit Terminal {} verbinden</translation>
    </message>
    <message>
        <source>Join the units of a bank without an assembly</source>
        <translation>Die Einheiten einer Bank ohne Baugruppe zusammenführen</translation>
    </message>
    <message>
        <source>Keep as exception</source>
        <translation>Als Ausnahme behalten</translation>
    </message>
    <message>
        <source>Keeps conditions and options under a name.</source>
        <translation>Bewahrt Bedingungen und Optionen unter einem Namen auf.</translation>
    </message>
    <message>
        <source>Key for the next of several places</source>
        <translation>Taste für die nächste von mehreren Stellen</translation>
    </message>
    <message>
        <source>Kinds (empty: all)</source>
        <translation>Arten (leer: alle)</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Bekannt</translation>
    </message>
    <message>
        <source>Layers of the trace</source>
        <translation>Layer der Verfolgung</translation>
    </message>
    <message>
        <source>Leave line ends that miss their node where they are</source>
        <translation>Linienenden, die ihren Knoten verfehlen, lassen, wo sie sind</translation>
    </message>
    <message>
        <source>Leave out the conditions of the tier</source>
        <translation>Die Bedingungen der Netzebene weglassen</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Line crosses itself</source>
        <translation>Linie kreuzt sich selbst</translation>
    </message>
    <message>
        <source>Line of several parts</source>
        <translation>Linie aus mehreren Teilen</translation>
    </message>
    <message>
        <source>Line without length</source>
        <translation>Linie ohne Länge</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Lines by distance</source>
        <translation>Linien nach Entfernung</translation>
    </message>
    <message>
        <source>Lines by segment</source>
        <translation>Linien nach Abschnitt</translation>
    </message>
    <message>
        <source>Lines by subnetwork</source>
        <translation>Linien nach Teilnetz</translation>
    </message>
    <message>
        <source>Lines of the path</source>
        <translation>Linien des Wegs</translation>
    </message>
    <message>
        <source>Lines of the trace</source>
        <translation>Linien der Verfolgung</translation>
    </message>
    <message>
        <source>List only errors of features in the view, as it is when you check</source>
        <translation>Nur auflisten, was Objekte im Ausschnitt betrifft, wie er beim Prüfen ist</translation>
    </message>
    <message>
        <source>List the errors of the network, and fix them</source>
        <translation>Auflisten, was im Netz falsch ist, und es beheben</translation>
    </message>
    <message>
        <source>Lists the errors of a network: what, where, which rule is missing, and what to do.</source>
        <translation>Listet auf, was in einem Netz falsch ist: was, wo, welche Regel fehlt und was zu tun ist.</translation>
    </message>
    <message>
        <source>Lists the features of a network within a tolerance of each point.</source>
        <translation>Listet die Objekte eines Netzes innerhalb einer Toleranz um jeden Punkt auf.</translation>
    </message>
    <message>
        <source>Looking for networks</source>
        <translation>Netze werden gesucht</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>Schleifen</translation>
    </message>
    <message>
        <source>Loops to pass where the flow may run either way</source>
        <translation>Schleifen, die durchlaufen werden, wo der Fluss beide Richtungen haben kann</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Erzeugt</translation>
    </message>
    <message>
        <source>Make a line of each part</source>
        <translation>Aus jedem Teil eine Linie machen</translation>
    </message>
    <message>
        <source>Make it {}</source>
        <translation>Zu {} machen</translation>
    </message>
    <message>
        <source>Makes a layer of lines from the associations: connectivity, attachment and containment.</source>
        <translation>Erzeugt einen Linienlayer der Zuordnungen: Konnektivität, Anbau und Containment.</translation>
    </message>
    <message>
        <source>Makes a network from an input file of EPANET.</source>
        <translation>Erzeugt ein Netz aus einer Eingabedatei von EPANET.</translation>
    </message>
    <message>
        <source>Makes a network from an input file of SWMM.</source>
        <translation>Erzeugt ein Netz aus einer Eingabedatei von SWMM.</translation>
    </message>
    <message>
        <source>Makes a network from layers of a GIS, as described by a mapping file.</source>
        <translation>Erzeugt ein Netz aus Layern eines GIS, so wie eine Zuordnungsdatei sie beschreibt.</translation>
    </message>
    <message>
        <source>Makes a network from the output of pandapipes.to_json.</source>
        <translation>Erzeugt ein Netz aus dem, was pandapipes.to_json schreibt.</translation>
    </message>
    <message>
        <source>Makes a network from the output of pandapower.to_json.</source>
        <translation>Erzeugt ein Netz aus dem, was pandapower.to_json schreibt.</translation>
    </message>
    <message>
        <source>Makes a network from the responses of a utility network&apos;s feature service.</source>
        <translation>Erzeugt ein Netz aus dem, was ein Feature-Service eines Versorgungsnetzes antwortet.</translation>
    </message>
    <message>
        <source>Makes a network from the tables of an OpenDSS circuit.</source>
        <translation>Erzeugt ein Netz aus den Tabellen eines Stromkreises von OpenDSS.</translation>
    </message>
    <message>
        <source>Makes a network without features from a definition: asset types, tiers, terminals and rules.</source>
        <translation>Erzeugt ein Netz ohne Objekte aus einer Definition: Assettypen, Netzebenen, Terminals und Regeln.</translation>
    </message>
    <message>
        <source>Makes layers of the result, in a group.</source>
        <translation>Erzeugt Layer des Ergebnisses, in einer Gruppe.</translation>
    </message>
    <message>
        <source>Mapping file</source>
        <translation>Zuordnungsdatei</translation>
    </message>
    <message>
        <source>Mark dead ends among the stops</source>
        <translation>Netzenden unter den Halten kennzeichnen</translation>
    </message>
    <message>
        <source>Mark of a place that a rule allows</source>
        <translation>Marke einer Stelle, die eine Regel erlaubt</translation>
    </message>
    <message>
        <source>Mark of a place that is allowed</source>
        <translation>Marke einer erlaubten Stelle</translation>
    </message>
    <message>
        <source>Mark of a place that is not allowed</source>
        <translation>Marke einer nicht erlaubten Stelle</translation>
    </message>
    <message>
        <source>Maximum distance to move a vertex, in units of the network</source>
        <translation>Wie weit ein Stützpunkt verschoben werden darf, in Einheiten des Netzes</translation>
    </message>
    <message>
        <source>Maximum number of features of a point (empty: all)</source>
        <translation>Höchstzahl der Objekte je Punkt (leer: alle)</translation>
    </message>
    <message>
        <source>May stay open</source>
        <translation>Kann offen bleiben</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Verschmelzen</translation>
    </message>
    <message>
        <source>Merge two lines that meet, one click each</source>
        <translation>Zwei Linien verschmelzen, die sich treffen, mit je einem Klick</translation>
    </message>
    <message>
        <source>Merge {}</source>
        <translation>{} verschmelzen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Move a vertex of {}</source>
        <translation>Stützpunkt von {} verschieben</translation>
    </message>
    <message>
        <source>Move it to where the rules allow it, or place the missing junction</source>
        <translation>Dorthin verschieben, wo die Regeln es erlauben, oder den fehlenden Knoten setzen</translation>
    </message>
    <message>
        <source>Move the end to the junction</source>
        <translation>Ende zum Knoten verschieben</translation>
    </message>
    <message>
        <source>Move vertices</source>
        <translation>Stützpunkte verschieben</translation>
    </message>
    <message>
        <source>Move vertices by the rules: features that share them move along</source>
        <translation>Stützpunkte nach den Regeln verschieben: Was sie teilt, wird mitbewegt</translation>
    </message>
    <message>
        <source>Moved: {}</source>
        <translation>Verschoben: {}</translation>
    </message>
    <message>
        <source>Moves a layer of points or lines, such as a survey, onto a network by its rules.</source>
        <translation>Verschiebt einen Layer aus Punkten oder Linien, etwa eine Vermessung, nach den Regeln auf ein Netz.</translation>
    </message>
    <message>
        <source>Moves points onto a network, where its rules let an asset type connect.</source>
        <translation>Verschiebt Punkte auf ein Netz, dorthin, wo die Regeln einem Assettyp eine Verbindung erlauben.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the network (empty: that of the file)</source>
        <translation>Name des Netzes (leer: der der Datei)</translation>
    </message>
    <message>
        <source>Name of the subnetwork</source>
        <translation>Name des Teilnetzes</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Network (empty: that of the project)</source>
        <translation>Netz (leer: das des Projekts)</translation>
    </message>
    <message>
        <source>Network attribute that a shortest path adds up</source>
        <translation>Netzattribut, das ein kürzester Pfad summiert</translation>
    </message>
    <message>
        <source>Network attribute to add up</source>
        <translation>Netzattribut, das summiert wird</translation>
    </message>
    <message>
        <source>Network attributes to propagate</source>
        <translation>Netzattribute, die weitergegeben werden</translation>
    </message>
    <message>
        <source>New network from a definition</source>
        <translation>Neues Netz aus einer Definition</translation>
    </message>
    <message>
        <source>New: {}</source>
        <translation>Neu: {}</translation>
    </message>
    <message>
        <source>No browser was found. The help is in {}.</source>
        <translation>Es wurde kein Browser gefunden. Die Hilfe liegt in {}.</translation>
    </message>
    <message>
        <source>No condition is a barrier.</source>
        <translation>Keine Bedingung ist eine Barriere.</translation>
    </message>
    <message>
        <source>No feature in the container has a place on the map.</source>
        <translation>Kein Objekt darin hat eine Stelle auf der Karte.</translation>
    </message>
    <message>
        <source>No feature of the network is within the tolerance.</source>
        <translation>Innerhalb der Toleranz ist kein Objekt des Netzes.</translation>
    </message>
    <message>
        <source>No feature that was found has a place on the map.</source>
        <translation>Es wurde nichts gefunden, was eine Stelle auf der Karte hat.</translation>
    </message>
    <message>
        <source>No filter.</source>
        <translation>Kein Filter.</translation>
    </message>
    <message>
        <source>No fix is known for this. {}</source>
        <translation>Wie sich dies beheben lässt, ist nicht bekannt. {}</translation>
    </message>
    <message>
        <source>No geometry</source>
        <translation>Keine Geometrie</translation>
    </message>
    <message>
        <source>No global id</source>
        <translation>Keine Global-ID</translation>
    </message>
    <message>
        <source>No junction between lines</source>
        <translation>Kein Knoten zwischen Linien</translation>
    </message>
    <message>
        <source>No layer of the project shows the content.</source>
        <translation>Kein Layer des Projekts zeigt den Inhalt.</translation>
    </message>
    <message>
        <source>No layer of the project shows {}.</source>
        <translation>Kein Layer des Projekts zeigt {}.</translation>
    </message>
    <message>
        <source>No network is open.</source>
        <translation>Kein Netz ist geöffnet.</translation>
    </message>
    <message>
        <source>No network is open. Open a network first.</source>
        <translation>Kein Netz ist geöffnet. Zuerst eines öffnen.</translation>
    </message>
    <message>
        <source>No network is open. Open a network with GeoSnap &gt; Open network.</source>
        <translation>Kein Netz ist geöffnet. Eines mit GeoSnap &gt; Netz öffnen öffnen.</translation>
    </message>
    <message>
        <source>No rule for a connection</source>
        <translation>Keine Regel für eine Verbindung</translation>
    </message>
    <message>
        <source>No rule for a containment</source>
        <translation>Keine Regel für ein Containment</translation>
    </message>
    <message>
        <source>No rule for an attachment</source>
        <translation>Keine Regel für einen Anbau</translation>
    </message>
    <message>
        <source>No rule of the network allows the connection.</source>
        <translation>Keine Regel des Netzes erlaubt die Verbindung.</translation>
    </message>
    <message>
        <source>No subnetworks are shown.</source>
        <translation>Es werden keine Teilnetze gezeigt.</translation>
    </message>
    <message>
        <source>No vertex for a connection</source>
        <translation>Kein Stützpunkt für eine Verbindung</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Not imported</source>
        <translation>Nicht importiert</translation>
    </message>
    <message>
        <source>Not in the container</source>
        <translation>Nicht im Container</translation>
    </message>
    <message>
        <source>Not moved, {}: {}</source>
        <translation>Nicht verschoben, {}: {}</translation>
    </message>
    <message>
        <source>Not saved: {}. The edits are kept here until you decide.</source>
        <translation>Nicht gespeichert: {}. Sie bleiben hier, bis über sie entschieden ist.</translation>
    </message>
    <message>
        <source>Not shut off</source>
        <translation>Nicht abgesperrt</translation>
    </message>
    <message>
        <source>Nothing is refused.</source>
        <translation>Nichts ist abgelehnt.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Nothing is wrong with the features in the view.</source>
        <translation>An den Objekten im Ausschnitt ist nichts falsch.</translation>
    </message>
    <message>
        <source>Nothing is wrong with the network.</source>
        <translation>Im Netz ist nichts falsch.</translation>
    </message>
    <message>
        <source>Nothing reaches the region when all these features are shut.</source>
        <translation>Nichts erreicht es mehr, sobald alle diese geschlossen sind.</translation>
    </message>
    <message>
        <source>Nothing was traced yet.</source>
        <translation>Noch nichts wurde verfolgt.</translation>
    </message>
    <message>
        <source>Number of associations</source>
        <translation>Anzahl der Zuordnungen</translation>
    </message>
    <message>
        <source>Number of blockers</source>
        <translation>Anzahl der Sperren</translation>
    </message>
    <message>
        <source>Number of elements</source>
        <translation>Anzahl der Elemente</translation>
    </message>
    <message>
        <source>Number of elements of the path</source>
        <translation>Anzahl der Elemente des Wegs</translation>
    </message>
    <message>
        <source>Number of ends moved</source>
        <translation>Anzahl der verschobenen Enden</translation>
    </message>
    <message>
        <source>Number of errors</source>
        <translation>Anzahl der Fehler</translation>
    </message>
    <message>
        <source>Number of features</source>
        <translation>Anzahl der Objekte</translation>
    </message>
    <message>
        <source>Number of features found</source>
        <translation>Anzahl der gefundenen Objekte</translation>
    </message>
    <message>
        <source>Number of features in no subnetwork</source>
        <translation>Anzahl der Objekte in keinem Teilnetz</translation>
    </message>
    <message>
        <source>Number of features made</source>
        <translation>Anzahl der erzeugten Objekte</translation>
    </message>
    <message>
        <source>Number of features of all segments</source>
        <translation>Anzahl der Objekte aller Abschnitte</translation>
    </message>
    <message>
        <source>Number of features of all subnetworks</source>
        <translation>Anzahl der Objekte aller Teilnetze</translation>
    </message>
    <message>
        <source>Number of points</source>
        <translation>Anzahl der Punkte</translation>
    </message>
    <message>
        <source>Number of points without a feature</source>
        <translation>Anzahl der Punkte ohne Objekt</translation>
    </message>
    <message>
        <source>Number of segments</source>
        <translation>Anzahl der Abschnitte</translation>
    </message>
    <message>
        <source>Number of snapped points</source>
        <translation>Anzahl der eingerasteten Punkte</translation>
    </message>
    <message>
        <source>Number of stops</source>
        <translation>Anzahl der Halte</translation>
    </message>
    <message>
        <source>Number of subnetworks</source>
        <translation>Anzahl der Teilnetze</translation>
    </message>
    <message>
        <source>Number of vertices that moved</source>
        <translation>Anzahl der verschobenen Stützpunkte</translation>
    </message>
    <message>
        <source>Number of vertices that stayed</source>
        <translation>Anzahl der gebliebenen Stützpunkte</translation>
    </message>
    <message>
        <source>Only an isolation has features to shut.</source>
        <translation>Nur eine Isolation hat Objekte, die zu schließen sind.</translation>
    </message>
    <message>
        <source>Open a network in PostgreSQL with PostGIS as a group of layers</source>
        <translation>Ein Netz in PostgreSQL mit PostGIS als Gruppe von Layern öffnen</translation>
    </message>
    <message>
        <source>Open a network in a GeoPackage as a group of layers</source>
        <translation>Ein Netz in einem GeoPackage als Layergruppe öffnen</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open network</source>
        <translation>Netz öffnen</translation>
    </message>
    <message>
        <source>Open network in a database</source>
        <translation>Netz in einer Datenbank öffnen</translation>
    </message>
    <message>
        <source>Open network in a database…</source>
        <translation>Netz in einer Datenbank öffnen…</translation>
    </message>
    <message>
        <source>Open network…</source>
        <translation>Netz öffnen…</translation>
    </message>
    <message>
        <source>Open the container that holds this one</source>
        <translation>Den Container öffnen, der diesen enthält</translation>
    </message>
    <message>
        <source>Open the networks of a project with the project</source>
        <translation>Die Netze eines Projekts mit dem Projekt öffnen</translation>
    </message>
    <message>
        <source>OpenDSS,electric,distribution,feeder</source>
        <translation>OpenDSS,Strom,Verteilnetz,Abgang</translation>
    </message>
    <message>
        <source>Opening {}</source>
        <translation>{} öffnen</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>Outfalls control subnetworks that drain to them. Pumps, orifices, weirs and outlets become devices halfway along their link.</source>
        <translation>Auslässe steuern Teilnetze, die zu ihnen entwässern. Pumpen, Drosseln, Wehre und Abläufe werden zu Geräten in der Mitte ihrer Verbindung.</translation>
    </message>
    <message>
        <source>Page of the trace</source>
        <translation>Seite der Verfolgung</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>Seiten (*.html)</translation>
    </message>
    <message>
        <source>Password of the network {}</source>
        <translation>Passwort des Netzes {}</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Place of the results</source>
        <translation>Ort der Ergebnisse</translation>
    </message>
    <message>
        <source>Place {}</source>
        <translation>{} setzen</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Places are points of a layer, each of which stands for the nearest feature within the tolerance, or names, one on each line: a global id, row:Table/12 or origin:X, with @0.5 for halfway along a line and #2 for a terminal. A field of the layer may have the terminals.</source>
        <translation>Stellen sind Punkte eines Layers, deren nächstes Objekt innerhalb der Toleranz zählt, oder Namen, einer je Zeile: eine Global-ID, row:Table/12 oder origin:X, mit @0.5 für die Mitte einer Linie und #2 für ein Terminal. Ein Feld des Layers kann die Terminals enthalten.</translation>
    </message>
    <message>
        <source>Places to snap to (empty: vertices and segments)</source>
        <translation>Stellen, auf die eingerastet wird (leer: Stützpunkte und Segmente)</translation>
    </message>
    <message>
        <source>Point at a device, a junction or a line on the map, and click.</source>
        <translation>Auf der Karte auf ein Gerät, einen Knoten oder eine Linie zeigen und klicken.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Points by distance</source>
        <translation>Punkte nach Entfernung</translation>
    </message>
    <message>
        <source>Points by segment</source>
        <translation>Punkte nach Abschnitt</translation>
    </message>
    <message>
        <source>Points by subnetwork</source>
        <translation>Punkte nach Teilnetz</translation>
    </message>
    <message>
        <source>Points of the path</source>
        <translation>Punkte des Wegs</translation>
    </message>
    <message>
        <source>Points of the trace</source>
        <translation>Punkte der Verfolgung</translation>
    </message>
    <message>
        <source>Points on one spot</source>
        <translation>Punkte an derselben Stelle</translation>
    </message>
    <message>
        <source>Points without a feature</source>
        <translation>Punkte ohne Objekt</translation>
    </message>
    <message>
        <source>Points: {}, snapped: {}.</source>
        <translation>Punkte: {}, davon eingerastet: {}.</translation>
    </message>
    <message>
        <source>Position along the line</source>
        <translation>Position entlang der Linie</translation>
    </message>
    <message>
        <source>Prefix of the new fields</source>
        <translation>Präfix der neuen Felder</translation>
    </message>
    <message>
        <source>Prefix of the origins</source>
        <translation>Präfix der Herkunft</translation>
    </message>
    <message>
        <source>Press one key, without Ctrl, Shift or Alt.</source>
        <translation>Eine Taste drücken, ohne Strg, Umschalt oder Alt.</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Python package geosnap</source>
        <translation>Python-Paket geosnap</translation>
    </message>
    <message>
        <source>QGIS ended before this was saved.</source>
        <translation>QGIS wurde beendet, bevor dies gespeichert war.</translation>
    </message>
    <message>
        <source>QGIS saves {} edits as they are: the rules are not applied.</source>
        <translation>QGIS speichert {} Bearbeitungen, wie sie sind: Die Regeln werden nicht angewendet.</translation>
    </message>
    <message>
        <source>QGIS&apos;s tools snap where the rules allow it, and their edits are checked when they are saved</source>
        <translation>Die Werkzeuge von QGIS rasten ein, wo die Regeln es erlauben, und was sie speichern, wird geprüft</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>Reading saved configurations</source>
        <translation>Gespeicherte Konfigurationen werden gelesen</translation>
    </message>
    <message>
        <source>Reading the asset types of {}</source>
        <translation>Die Assettypen von {} werden gelesen</translation>
    </message>
    <message>
        <source>Reading the changes of {}</source>
        <translation>Lesen, was sich in {} geändert hat</translation>
    </message>
    <message>
        <source>Reading the network {}</source>
        <translation>Das Netz {} wird gelesen</translation>
    </message>
    <message>
        <source>Reading {}</source>
        <translation>{} wird gelesen</translation>
    </message>
    <message>
        <source>Recent networks</source>
        <translation>Zuletzt geöffnete Netze</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo: {}</source>
        <translation>Wiederholen: {}</translation>
    </message>
    <message>
        <source>Redone: {}</source>
        <translation>Wiederhergestellt: {}</translation>
    </message>
    <message>
        <source>Reference system of the coordinates (empty: what the format says)</source>
        <translation>Bezugssystem der Koordinaten (leer: was das Format sagt)</translation>
    </message>
    <message>
        <source>Refused at {feature}: {because}.</source>
        <translation>Abgelehnt bei {feature}: {because}.</translation>
    </message>
    <message>
        <source>Refused edits</source>
        <translation>Abgelehnte Bearbeitungen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove a vertex from {}</source>
        <translation>Stützpunkt aus {} entfernen</translation>
    </message>
    <message>
        <source>Remove from the map</source>
        <translation>Von der Karte nehmen</translation>
    </message>
    <message>
        <source>Remove the last vertex</source>
        <translation>Letzten Stützpunkt zurücknehmen</translation>
    </message>
    <message>
        <source>Remove the repeated vertices</source>
        <translation>Wiederholte Stützpunkte entfernen</translation>
    </message>
    <message>
        <source>Remove this row</source>
        <translation>Diese Zeile entfernen</translation>
    </message>
    <message>
        <source>Removes all places, suppositions and results.</source>
        <translation>Entfernt alle Stellen, Annahmen und Ergebnisse.</translation>
    </message>
    <message>
        <source>Removes the chosen rows. The Delete key does so too.</source>
        <translation>Entfernt die gewählten Zeilen. Das tut auch die Entf-Taste.</translation>
    </message>
    <message>
        <source>Repeated global id</source>
        <translation>Wiederholte Global-ID</translation>
    </message>
    <message>
        <source>Repeated vertex</source>
        <translation>Wiederholter Stützpunkt</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Report …</source>
        <translation>Bericht …</translation>
    </message>
    <message>
        <source>Reservoirs control subnetworks. Pumps, valves, check valves and closed pipes become devices halfway along their link. A table of isolation valves has the columns link and node.</source>
        <translation>Reservoire steuern Teilnetze. Pumpen, Ventile, Rückschlagklappen und geschlossene Rohre werden zu Geräten in der Mitte ihrer Verbindung. Eine Tabelle der Absperrschieber hat die Spalten link und node.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reshape</source>
        <translation>Überarbeiten</translation>
    </message>
    <message>
        <source>Reshape {}</source>
        <translation>{} überarbeiten</translation>
    </message>
    <message>
        <source>Restores the values of the tier or of the saved configuration.</source>
        <translation>Zeigt wieder, was die Netzebene oder die gespeicherte Konfiguration sagt.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Role of the points (empty: as fits the asset type)</source>
        <translation>Rolle der Punkte (leer: wie es zum Assettyp passt)</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Row that cannot be read</source>
        <translation>Zeile, die nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>Rule gaps</source>
        <translation>Regellücken</translation>
    </message>
    <message>
        <source>Rules for QGIS&apos;s own tools</source>
        <translation>Regeln für die Werkzeuge von QGIS</translation>
    </message>
    <message>
        <source>SWMM (*.inp);;All files (*.*)</source>
        <translation>SWMM (*.inp);;Alle Dateien (*.*)</translation>
    </message>
    <message>
        <source>SWMM,sewer,drainage,storm water,inp</source>
        <translation>SWMM,Abwasser,Kanal,Entwässerung,Regenwasser,inp</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern als …</translation>
    </message>
    <message>
        <source>Save it anyway</source>
        <translation>Trotzdem speichern</translation>
    </message>
    <message>
        <source>Save the configuration</source>
        <translation>Konfiguration speichern</translation>
    </message>
    <message>
        <source>Save the page</source>
        <translation>Seite speichern</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Saved configurations</source>
        <translation>Gespeicherte Konfigurationen</translation>
    </message>
    <message>
        <source>Saved: {}</source>
        <translation>Gespeichert: {}</translation>
    </message>
    <message>
        <source>Saving: {}</source>
        <translation>Speichern: {}</translation>
    </message>
    <message>
        <source>Search asset types</source>
        <translation>Assettypen suchen</translation>
    </message>
    <message>
        <source>Searching for the path.</source>
        <translation>Der Weg wird gesucht.</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Segments: {}. Features in them: {}.</source>
        <translation>Abschnitte: {}. Objekte darin: {}.</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Select the content in its layers</source>
        <translation>Den Inhalt in seinen Layern auswählen</translation>
    </message>
    <message>
        <source>Selects the result in the layers of the network.</source>
        <translation>Wählt das Ergebnis in den Layern des Netzes aus.</translation>
    </message>
    <message>
        <source>Set {} to {}</source>
        <translation>{} auf {} setzen</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Shortest path</source>
        <translation>Kürzester Pfad</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Show the container on the map</source>
        <translation>Den Container auf der Karte zeigen</translation>
    </message>
    <message>
        <source>Show the help of GeoSnap in the browser</source>
        <translation>Die Hilfe von GeoSnap im Browser zeigen</translation>
    </message>
    <message>
        <source>Show the previous container</source>
        <translation>Den zuvor gezeigten Container zeigen</translation>
    </message>
    <message>
        <source>Show the whole content in the view</source>
        <translation>Den ganzen Inhalt im Ausschnitt zeigen</translation>
    </message>
    <message>
        <source>Shows the whole result on the map.</source>
        <translation>Zeigt das ganze Ergebnis auf der Karte.</translation>
    </message>
    <message>
        <source>Shut already</source>
        <translation>Bereits geschlossen</translation>
    </message>
    <message>
        <source>Shut off</source>
        <translation>Abgesperrt</translation>
    </message>
    <message>
        <source>Shut these features, and nothing reaches the starts. Use the right button to mark a feature that cannot be operated.</source>
        <translation>Diese schließen, und nichts erreicht mehr die Starts. Mit der rechten Taste lässt sich einer als nicht bedienbar markieren.</translation>
    </message>
    <message>
        <source>Snap points by the rules</source>
        <translation>Punkte nach den Regeln einrasten</translation>
    </message>
    <message>
        <source>Snap within</source>
        <translation>Einrasten innerhalb von</translation>
    </message>
    <message>
        <source>Snapped points</source>
        <translation>Eingerastete Punkte</translation>
    </message>
    <message>
        <source>Snapping is suspended while this key is down</source>
        <translation>Solange diese Taste gedrückt ist, wird nicht eingerastet</translation>
    </message>
    <message>
        <source>Sources inside</source>
        <translation>Quellen darin</translation>
    </message>
    <message>
        <source>Sources to look in (empty: all)</source>
        <translation>Quellen, in denen gesucht wird (leer: alle)</translation>
    </message>
    <message>
        <source>Sources to switch off</source>
        <translation>Auszuschaltende Quellen</translation>
    </message>
    <message>
        <source>Sources to switch on</source>
        <translation>Einzuschaltende Quellen</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Split a line where it is clicked</source>
        <translation>Eine Linie dort teilen, wo sie angeklickt wird</translation>
    </message>
    <message>
        <source>Split the line</source>
        <translation>Linie teilen</translation>
    </message>
    <message>
        <source>Split the line: {} before, {} behind</source>
        <translation>Linie teilen: {} davor, {} dahinter</translation>
    </message>
    <message>
        <source>Split {}</source>
        <translation>{} teilen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>Neu beginnen</translation>
    </message>
    <message>
        <source>Start: {}</source>
        <translation>Start: {}</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>Stopped at</source>
        <translation>Angehalten bei</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Halte</translation>
    </message>
    <message>
        <source>Structures</source>
        <translation>Strukturen</translation>
    </message>
    <message>
        <source>Subnetwork</source>
        <translation>Teilnetz</translation>
    </message>
    <message>
        <source>Subnetwork controller</source>
        <translation>Teilnetz-Controller</translation>
    </message>
    <message>
        <source>Subnetworks</source>
        <translation>Teilnetze</translation>
    </message>
    <message>
        <source>Subnetworks by colour</source>
        <translation>Teilnetze in Farben</translation>
    </message>
    <message>
        <source>Subnetworks of {}</source>
        <translation>Teilnetze von {}</translation>
    </message>
    <message>
        <source>Subnetworks: {}. Features in no subnetwork: {}.</source>
        <translation>Teilnetze: {}. Objekte in keinem: {}.</translation>
    </message>
    <message>
        <source>Suppose other attribute values, such as ID.Device Status=Closed</source>
        <translation>Andere Attributwerte annehmen, etwa ID.Device Status=Closed</translation>
    </message>
    <message>
        <source>Suppose that all devices conduct, whether open or shut</source>
        <translation>Alles, was jetzt geschlossen oder offen ist, als leitend annehmen</translation>
    </message>
    <message>
        <source>Suppose that it blocks</source>
        <translation>Als sperrend annehmen</translation>
    </message>
    <message>
        <source>Suppose that it does not block, despite conditions</source>
        <translation>Als durchlässig annehmen, trotz Bedingungen</translation>
    </message>
    <message>
        <source>Suppose that these features are shut: names</source>
        <translation>Objekte als geschlossen annehmen: Namen</translation>
    </message>
    <message>
        <source>Suppose that these features do not block: names</source>
        <translation>Objekte als durchlässig annehmen: Namen</translation>
    </message>
    <message>
        <source>Table of isolation valves</source>
        <translation>Tabelle der Absperrschieber</translation>
    </message>
    <message>
        <source>Tanks control subnetworks too</source>
        <translation>Auch Behälter steuern Teilnetze</translation>
    </message>
    <message>
        <source>Tap at several lines</source>
        <translation>Abzweig an mehreren Linien</translation>
    </message>
    <message>
        <source>Target tier</source>
        <translation>Ziel-Netzebene</translation>
    </message>
    <message>
        <source>Terminal at the end</source>
        <translation>Terminal am Ende</translation>
    </message>
    <message>
        <source>Terminal at the start</source>
        <translation>Terminal am Anfang</translation>
    </message>
    <message>
        <source>Terminal not named</source>
        <translation>Terminal nicht genannt</translation>
    </message>
    <message>
        <source>Terminal of the controller</source>
        <translation>Terminal des Controllers</translation>
    </message>
    <message>
        <source>The Python package geosnap cannot be loaded: {}</source>
        <translation>Das Python-Paket geosnap kann nicht geladen werden: {}</translation>
    </message>
    <message>
        <source>The Python package geosnap is not installed. Make or download its wheel, then choose Settings &gt; Options &gt; GeoSnap &gt; Install the package.</source>
        <translation>Das Python-Paket geosnap ist nicht installiert. Sein Wheel erstellen oder herunterladen, dann Einstellungen &gt; Optionen &gt; GeoSnap &gt; Paket installieren wählen.</translation>
    </message>
    <message>
        <source>The Python package psycopg2 is missing: {}</source>
        <translation>Das Python-Paket psycopg2 fehlt: {}</translation>
    </message>
    <message>
        <source>The address may have all parameters of libpq: service=… names a service, authcfg=… one of QGIS&apos;s authentication configurations. Store a password in such a configuration or in the password file rather than in the address. A password in the address is saved nowhere, and QGIS asks for a missing password.</source>
        <translation>Sie kann alles enthalten, was libpq kennt: service=… nennt einen Dienst, authcfg=… eine Authentifizierungskonfiguration von QGIS. Ein Passwort ist dort oder in der Passwortdatei besser aufgehoben als hier. Es wird nirgends gespeichert, und danach wird gefragt, wenn es fehlt.</translation>
    </message>
    <message>
        <source>The command line is in the clipboard.</source>
        <translation>Die Befehlszeile ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The configuration also adds up: {}.</source>
        <translation>Die Konfiguration summiert außerdem: {}.</translation>
    </message>
    <message>
        <source>The configuration is kept in the file of the network. The command geosnap trace --config uses it too.</source>
        <translation>Sie wird in der Datei des Netzes aufbewahrt. Auch der Befehl geosnap trace --config verwendet sie.</translation>
    </message>
    <message>
        <source>The container and its content have no place on the map.</source>
        <translation>Der Container und sein Inhalt haben keine Stelle auf der Karte.</translation>
    </message>
    <message>
        <source>The container cannot be shown.</source>
        <translation>Der Container kann nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>The container has more content than the list shows.</source>
        <translation>Er enthält mehr, als aufgelistet ist.</translation>
    </message>
    <message>
        <source>The cost is the sum of a network attribute, such as Length; elements without a value cost nothing. The cost of a line is that of its nearer end. The result has only the features that are reached, the nearest first. Of several places, the nearest counts.</source>
        <translation>Summiert wird ein Netzattribut, etwa Length; Elemente ohne Wert kosten nichts. Eine Linie ist so weit entfernt wie ihr näheres Ende. Im Ergebnis ist nur, was erreicht wird, das Nächste zuerst. Von mehreren Stellen zählt die nächste.</translation>
    </message>
    <message>
        <source>The definition is a JSON file, as geosnap definition show prints it. An existing network is replaced.</source>
        <translation>Die Definition ist eine JSON-Datei, wie geosnap definition show sie ausgibt. Ein vorhandenes Netz wird ersetzt.</translation>
    </message>
    <message>
        <source>The feature does not have the shape of the asset type.</source>
        <translation>Das Objekt hat nicht die Form des Assettyps.</translation>
    </message>
    <message>
        <source>The feature has no geometry.</source>
        <translation>Das Objekt hat keine Geometrie.</translation>
    </message>
    <message>
        <source>The fix was refused: {}</source>
        <translation>Die Behebung wurde abgelehnt: {}</translation>
    </message>
    <message>
        <source>The folder holds buses.csv, elements.csv and, if there are fuses, fuses.csv, as export_opendss.py writes them.</source>
        <translation>Der Ordner enthält buses.csv, elements.csv und, wenn es Sicherungen gibt, fuses.csv, wie export_opendss.py sie schreibt.</translation>
    </message>
    <message>
        <source>The folder holds dataElement.json, layer-ID.json, query-ID.json, rules.json, associations.json and perhaps subnetworks.json. The help says how to fetch them.</source>
        <translation>Der Ordner enthält dataElement.json, layer-ID.json, query-ID.json, rules.json, associations.json und vielleicht subnetworks.json. Die Hilfe sagt, wie sie abgerufen werden.</translation>
    </message>
    <message>
        <source>The greatest distance</source>
        <translation>Die größte Entfernung</translation>
    </message>
    <message>
        <source>The layer {} cannot be written: {}</source>
        <translation>Der Layer {} kann nicht geschrieben werden: {}</translation>
    </message>
    <message>
        <source>The layers are in the group {}.</source>
        <translation>Die Layer sind in der Gruppe {}.</translation>
    </message>
    <message>
        <source>The layers of {} are in the project already.</source>
        <translation>Die Layer von {} sind schon im Projekt.</translation>
    </message>
    <message>
        <source>The line ends {distance:.3g} from {feature}, which it may join, but does not connect.</source>
        <translation>Es endet {distance:.3g} vor {feature}, womit es sich verbinden darf: Es ist nicht verbunden.</translation>
    </message>
    <message>
        <source>The line gets a vertex here</source>
        <translation>Die Linie bekommt hier einen Stützpunkt</translation>
    </message>
    <message>
        <source>The line is split here</source>
        <translation>Die Linie wird hier geteilt</translation>
    </message>
    <message>
        <source>The line there connects at its ends only.</source>
        <translation>Die Linie dort verbindet nur an ihren Enden.</translation>
    </message>
    <message>
        <source>The line would become too short, or two of its vertices would coincide.</source>
        <translation>Die Linie würde zu kurz, oder zwei ihrer Stützpunkte fielen zusammen.</translation>
    </message>
    <message>
        <source>The list was exported to {}.</source>
        <translation>Die Liste wurde nach {} exportiert.</translation>
    </message>
    <message>
        <source>The list was not exported</source>
        <translation>Die Liste wurde nicht exportiert</translation>
    </message>
    <message>
        <source>The map marks the first {} of {} valves.</source>
        <translation>Die Karte zeigt die ersten {} von {} Schiebern.</translation>
    </message>
    <message>
        <source>The mapping is a JSON file. It names the data of each layer (GeoJSON, or a table of a GeoPackage), the fields for asset type, global id, origin and network attributes, and the rules. Paths in the mapping are relative to its folder. The help describes the mapping.</source>
        <translation>Die Zuordnung ist eine JSON-Datei. Sie nennt für jeden Layer seine Daten (GeoJSON oder eine Tabelle eines GeoPackage), die Felder für Assettyp, Global-ID, Herkunft und Netzattribute sowie die Regeln. Pfade darin beginnen in ihrem Ordner. Die Hilfe beschreibt sie.</translation>
    </message>
    <message>
        <source>The network declares no reference system: the coordinates of {} are taken as they are.</source>
        <translation>Das Netz nennt kein Bezugssystem: Die Koordinaten von {} werden genommen, wie sie sind.</translation>
    </message>
    <message>
        <source>The network has changed since the check. Check the network again.</source>
        <translation>Das Netz hat sich seit der Prüfung geändert. Erneut prüfen, um den jetzigen Stand zu sehen.</translation>
    </message>
    <message>
        <source>The network has changed since the subnetworks were found. Find the subnetworks again.</source>
        <translation>Das Netz hat sich geändert, seit die Teilnetze gesucht wurden. Erneut suchen, um den jetzigen Stand zu sehen.</translation>
    </message>
    <message>
        <source>The network has changed since: trace again.</source>
        <translation>Das Netz hat sich seitdem geändert: erneut verfolgen.</translation>
    </message>
    <message>
        <source>The network has no errors.</source>
        <translation>Das Netz hat keine Fehler.</translation>
    </message>
    <message>
        <source>The network is being checked.</source>
        <translation>Das Netz wird geprüft.</translation>
    </message>
    <message>
        <source>The network was closed.</source>
        <translation>Das Netz wurde geschlossen.</translation>
    </message>
    <message>
        <source>The network was not checked.</source>
        <translation>Das Netz wurde nicht geprüft.</translation>
    </message>
    <message>
        <source>The network was not checked. This is the previous list.</source>
        <translation>Das Netz wurde nicht geprüft. Dies ist die frühere Liste.</translation>
    </message>
    <message>
        <source>The new course ends on the line: click on it, then end with a right click.</source>
        <translation>Der neue Verlauf endet auf der Linie: auf sie klicken, dann mit einem Rechtsklick beenden.</translation>
    </message>
    <message>
        <source>The package is being installed…</source>
        <translation>Das Paket wird installiert…</translation>
    </message>
    <message>
        <source>The page is in {}.</source>
        <translation>Die Seite ist in {}.</translation>
    </message>
    <message>
        <source>The path</source>
        <translation>Der Weg</translation>
    </message>
    <message>
        <source>The path begins here. Click another feature.</source>
        <translation>Hier beginnt der Weg. Ein anderes Objekt anklicken.</translation>
    </message>
    <message>
        <source>The path is too long to be drawn.</source>
        <translation>Der Weg ist zu lang, um gezeichnet zu werden.</translation>
    </message>
    <message>
        <source>The path was not found.</source>
        <translation>Der Weg wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>The place is not reached.</source>
        <translation>Es wird nicht erreicht.</translation>
    </message>
    <message>
        <source>The place is reached. Elements of the path: {}.</source>
        <translation>Es wird erreicht. Elemente des Wegs: {}.</translation>
    </message>
    <message>
        <source>The points may have any reference system. They are transformed to that of the network, and so is the result.
The features of each point are in the order points, lines, areas, the nearest first: rank counts them. Each row has the attributes of the point, the feature that was found, and its distance.
Points without a feature, including those without a geometry, go to a separate layer if one is chosen.</source>
        <translation>Die Punkte können ein beliebiges Bezugssystem haben. Sie werden in das des Netzes transformiert, und das Ergebnis ebenso.
Die Objekte jedes Punkts stehen in der Reihenfolge Punkte, Linien, Flächen, jeweils das nächste zuerst: rank zählt sie. Jede Zeile hat die Attribute des Punkts, das gefundene Objekt und seinen Abstand.
Punkte ohne Objekt, auch solche ohne Geometrie, kommen in einen eigenen Layer, wenn einer gewählt ist.</translation>
    </message>
    <message>
        <source>The project shows the network {}.</source>
        <translation>Das Projekt zeigt das Netz {}.</translation>
    </message>
    <message>
        <source>The region is too large to be shown on the map.</source>
        <translation>Es ist zu groß, um auf der Karte gezeigt zu werden.</translation>
    </message>
    <message>
        <source>The region stays connected to a source, even if all these features are shut.</source>
        <translation>Es bleibt mit einer Quelle verbunden, auch wenn alles geschlossen ist.</translation>
    </message>
    <message>
        <source>The report lists what was read, made, moved and not imported. An existing network is replaced, unless you choose to add to it.</source>
        <translation>Der Bericht führt auf, was gelesen, erzeugt, verschoben und nicht importiert wurde. Ein vorhandenes Netz wird ersetzt, außer wenn gewählt ist, es zu ergänzen.</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>Dasselbe auf der Befehlszeile</translation>
    </message>
    <message>
        <source>The schema {} of the database holds no network.</source>
        <translation>Das Schema {} der Datenbank enthält kein Netz.</translation>
    </message>
    <message>
        <source>The subnetworks are being found.</source>
        <translation>Die Teilnetze werden gesucht.</translation>
    </message>
    <message>
        <source>The subnetworks were not found.</source>
        <translation>Die Teilnetze wurden nicht gefunden.</translation>
    </message>
    <message>
        <source>The subnetworks were not found. The list shows the previous subnetworks.</source>
        <translation>Die Teilnetze wurden nicht gefunden. Dies sind die früheren.</translation>
    </message>
    <message>
        <source>The trace also stops where a sum reaches a limit</source>
        <translation>Auch anhalten, wo die Summe erfüllt</translation>
    </message>
    <message>
        <source>The trace has no answer. The result lists where the trace stopped.</source>
        <translation>Die Verfolgung hat keine Antwort. Das Ergebnis sagt, wo sie endete.</translation>
    </message>
    <message>
        <source>The trace stops where ({})</source>
        <translation>Anhalten ({})</translation>
    </message>
    <message>
        <source>The trace stops where ({}, changed)</source>
        <translation>Anhalten ({}, geändert)</translation>
    </message>
    <message>
        <source>The trace was cancelled.</source>
        <translation>Die Verfolgung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The vertex is at its place already.</source>
        <translation>Er ist schon an seiner Stelle.</translation>
    </message>
    <message>
        <source>There are no associations in view.</source>
        <translation>Im Ausschnitt sind keine Zuordnungen.</translation>
    </message>
    <message>
        <source>There are no subnetworks: no feature is a controller.</source>
        <translation>Es gibt keine Teilnetze: Kein Objekt ist ein Controller.</translation>
    </message>
    <message>
        <source>There are {:,} associations in view. Zoom in to see them.</source>
        <translation>Im Ausschnitt sind {:,} Zuordnungen. Hineinzoomen, um sie zu sehen.</translation>
    </message>
    <message>
        <source>There are {:,} problems in the view.</source>
        <translation>Im Ausschnitt gibt es {:,} Probleme.</translation>
    </message>
    <message>
        <source>There are {:,} problems.</source>
        <translation>Es gibt {:,} Probleme.</translation>
    </message>
    <message>
        <source>There are {:,} subnetworks.</source>
        <translation>Es gibt {:,} Teilnetze.</translation>
    </message>
    <message>
        <source>There is 1 problem in the view.</source>
        <translation>Im Ausschnitt gibt es 1 Problem.</translation>
    </message>
    <message>
        <source>There is 1 problem.</source>
        <translation>Es gibt 1 Problem.</translation>
    </message>
    <message>
        <source>There is 1 subnetwork.</source>
        <translation>Es gibt 1 Teilnetz.</translation>
    </message>
    <message>
        <source>There is no controller in this domain network: nothing is supplied in it.</source>
        <translation>In dieser Netzart gibt es keinen Controller: Nichts wird in ihr versorgt.</translation>
    </message>
    <message>
        <source>There is no device, junction or line here. Click nearer to a feature.</source>
        <translation>Hier ist kein Gerät, kein Knoten und keine Linie. Näher an eines davon klicken.</translation>
    </message>
    <message>
        <source>There is no feature of the network here.</source>
        <translation>Hier ist kein Objekt des Netzes.</translation>
    </message>
    <message>
        <source>There is no folder {}.</source>
        <translation>Es gibt keinen Ordner {}.</translation>
    </message>
    <message>
        <source>There is no start yet. Choose Start, then click on the map.</source>
        <translation>Es gibt noch keinen Start. Start wählen, dann auf die Karte klicken.</translation>
    </message>
    <message>
        <source>These edits will be refused when they are saved.</source>
        <translation>Diese Bearbeitungen werden beim Speichern abgelehnt.</translation>
    </message>
    <message>
        <source>This cannot be done here: {}</source>
        <translation>Es kann hier nicht behoben werden: {}</translation>
    </message>
    <message>
        <source>This feature can be operated</source>
        <translation>Er ist doch bedienbar</translation>
    </message>
    <message>
        <source>This feature has no global id, so its path cannot be found.</source>
        <translation>Dieses Objekt hat keine Global-ID. Es kann nicht danach gefragt werden.</translation>
    </message>
    <message>
        <source>This is not the address of a database, such as postgresql://user@host/database?schema=town.</source>
        <translation>Das ist keine Adresse einer Datenbank, etwa postgresql://user@host/database?schema=town.</translation>
    </message>
    <message>
        <source>This key has another meaning while drawing. Choose another one, such as W.</source>
        <translation>Diese Taste hat beim Zeichnen eine andere Bedeutung. Eine andere wählen, etwa W.</translation>
    </message>
    <message>
        <source>This key moves between the panels of QGIS, and never reaches the map.</source>
        <translation>Diese Taste wechselt zwischen den Bedienfeldern von QGIS und kommt nie bei der Karte an.</translation>
    </message>
    <message>
        <source>This line cannot take that course: it has several parts, or the course ends where it begins.</source>
        <translation>Diese Linie kann diesen Verlauf nicht annehmen: Sie hat mehrere Teile, oder der Verlauf endet, wo er beginnt.</translation>
    </message>
    <message>
        <source>This place is outside the area of the reference system of the network.</source>
        <translation>Das Netz hat keine solche Stelle: Sein Bezugssystem reicht nicht so weit.</translation>
    </message>
    <message>
        <source>This problem has no place on the map.</source>
        <translation>Dies hat keine Stelle auf der Karte.</translation>
    </message>
    <message>
        <source>This vertex cannot be removed: the feature needs it.</source>
        <translation>Dieser Stützpunkt kann nicht entfernt werden: Das Objekt braucht ihn.</translation>
    </message>
    <message>
        <source>Tier</source>
        <translation>Netzebene</translation>
    </message>
    <message>
        <source>Tier (empty: all)</source>
        <translation>Netzebene (leer: alle)</translation>
    </message>
    <message>
        <source>Tiers</source>
        <translation>Netzebenen</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>To be shut</source>
        <translation>Zu schließen</translation>
    </message>
    <message>
        <source>To be shut: {}</source>
        <translation>Zu schließen: {}</translation>
    </message>
    <message>
        <source>To global id</source>
        <translation>Nach Global-ID</translation>
    </message>
    <message>
        <source>To table</source>
        <translation>Nach Tabelle</translation>
    </message>
    <message>
        <source>To terminal</source>
        <translation>Nach Terminal</translation>
    </message>
    <message>
        <source>Tolerance of the points, in units of the network</source>
        <translation>Toleranz der Punkte, in Einheiten des Netzes</translation>
    </message>
    <message>
        <source>Tolerance, in units of the network</source>
        <translation>Toleranz, in Einheiten des Netzes</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Verfolgen</translation>
    </message>
    <message>
        <source>Trace a network</source>
        <translation>Ein Netz verfolgen</translation>
    </message>
    <message>
        <source>Trace again</source>
        <translation>Erneut verfolgen</translation>
    </message>
    <message>
        <source>Trace configuration: a JSON file, or the name of a configuration in the network</source>
        <translation>Verfolgungskonfiguration: eine JSON-Datei oder der Name einer Konfiguration im Netz</translation>
    </message>
    <message>
        <source>Trace the network: connected elements, upstream, downstream, features to shut</source>
        <translation>Das Netz verfolgen: verbundene Elemente, flussaufwärts, flussabwärts, was zu schließen ist</translation>
    </message>
    <message>
        <source>Trace: {}</source>
        <translation>Verfolgung: {}</translation>
    </message>
    <message>
        <source>Trace: {} ({})</source>
        <translation>Verfolgung: {} ({})</translation>
    </message>
    <message>
        <source>Transform the coordinates to (empty: they stay)</source>
        <translation>Koordinaten transformieren nach (leer: sie bleiben)</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Type to search</source>
        <translation>Zum Suchen tippen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo: {}</source>
        <translation>Rückgängig: {}</translation>
    </message>
    <message>
        <source>Undone: {}</source>
        <translation>Rückgängig gemacht: {}</translation>
    </message>
    <message>
        <source>Unknown asset group</source>
        <translation>Unbekannte Assetgruppe</translation>
    </message>
    <message>
        <source>Unknown asset type</source>
        <translation>Unbekannter Assettyp</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Upstream</source>
        <translation>Flussaufwärts</translation>
    </message>
    <message>
        <source>Use the end of the line</source>
        <translation>Ende der Linie verwenden</translation>
    </message>
    <message>
        <source>Validate</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Validate a network</source>
        <translation>Ein Netz prüfen</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Value of the first function, or cost of the path</source>
        <translation>Wert der ersten Funktion oder Kosten des Pfads</translation>
    </message>
    <message>
        <source>Value that a network attribute cannot hold</source>
        <translation>Wert, den ein Netzattribut nicht halten kann</translation>
    </message>
    <message>
        <source>Values of the functions, as JSON</source>
        <translation>Werte der Funktionen, als JSON</translation>
    </message>
    <message>
        <source>Valves are the features that meet the condition. Without a condition they are devices of the category Isolating or, if no asset type has it, all devices with a status. A valve is part of no segment.
Each feature of the result has the number of its segment. The table has a row for each segment, with its valves.</source>
        <translation>Schieber sind die Objekte, die die Bedingung erfüllen. Ohne eine sind es Geräte der Kategorie Isolating oder, wenn kein Assettyp sie hat, alle Geräte mit einem Status. Ein Schieber ist Teil keines Abschnitts.
Jedes Objekt des Ergebnisses hat die Nummer seines Abschnitts. Die Tabelle hat eine Zeile für jeden Abschnitt, mit seinen Schiebern.</translation>
    </message>
    <message>
        <source>Version {} is installed, and used from now on. It is in {}.</source>
        <translation>Version {} ist installiert und wird ab jetzt verwendet. Sie liegt in {}.</translation>
    </message>
    <message>
        <source>Version {}, in {}</source>
        <translation>Version {}, in {}</translation>
    </message>
    <message>
        <source>Vertices that stayed</source>
        <translation>Gebliebene Stützpunkte</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Annahme</translation>
    </message>
    <message>
        <source>What if: {}</source>
        <translation>Annahme: {}</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>What to do where the flow may run either way.</source>
        <translation>Was zu tun ist, wo der Fluss beide Richtungen haben kann.</translation>
    </message>
    <message>
        <source>Wheels (*.whl);;All files (*)</source>
        <translation>Wheels (*.whl);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Where, what</source>
        <translation>Wo, was</translation>
    </message>
    <message>
        <source>Whether it is reached</source>
        <translation>Ob es erreicht wird</translation>
    </message>
    <message>
        <source>Whether there are no errors</source>
        <translation>Ob es keine Fehler gibt</translation>
    </message>
    <message>
        <source>Which elements count, such as: where Length &gt; 10</source>
        <translation>Welche Elemente zählen, etwa: where Length &gt; 10</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why is this (not) reached</source>
        <translation>Warum wird dies (nicht) erreicht</translation>
    </message>
    <message>
        <source>Why is this not supplied?</source>
        <translation>Warum wird dies nicht versorgt?</translation>
    </message>
    <message>
        <source>Why it is refused</source>
        <translation>Warum sie abgelehnt wird</translation>
    </message>
    <message>
        <source>With the saved configuration, the trace also stops where {}.</source>
        <translation>Die gespeicherte Konfiguration hält außerdem an, wo gilt: {}.</translation>
    </message>
    <message>
        <source>Write the names of subnetworks to the features</source>
        <translation>Die Namen der Teilnetze in die Objekte schreiben</translation>
    </message>
    <message>
        <source>Writes a page with a map, the totals and the stops.</source>
        <translation>Schreibt eine Seite mit einer Karte, den Summen und den Halten.</translation>
    </message>
    <message>
        <source>Wrong data type</source>
        <translation>Falscher Datentyp</translation>
    </message>
    <message>
        <source>Wrong type of geometry</source>
        <translation>Falscher Geometrietyp</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoomen</translation>
    </message>
    <message>
        <source>Zoom to</source>
        <translation>Zoomen</translation>
    </message>
    <message>
        <source>all terminals</source>
        <translation>alle Terminals</translation>
    </message>
    <message>
        <source>all tiers of {}</source>
        <translation>alle Netzebenen von {}</translation>
    </message>
    <message>
        <source>and {} more: only {} are listed</source>
        <translation>und {} weitere: nur {} sind aufgelistet</translation>
    </message>
    <message>
        <source>another tier</source>
        <translation>andere Netzebene</translation>
    </message>
    <message>
        <source>area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>as the tier of the starts says</source>
        <translation>nach Netzebene der Starts</translation>
    </message>
    <message>
        <source>at {} %</source>
        <translation>bei {} %</translation>
    </message>
    <message>
        <source>attachment</source>
        <translation>Anbau</translation>
    </message>
    <message>
        <source>barrier</source>
        <translation>Barriere</translation>
    </message>
    <message>
        <source>border</source>
        <translation>Rand</translation>
    </message>
    <message>
        <source>cannot be operated</source>
        <translation>nicht bedienbar</translation>
    </message>
    <message>
        <source>category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>centre</source>
        <translation>Mittelpunkt</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>connectivity</source>
        <translation>Konnektivität</translation>
    </message>
    <message>
        <source>connectivity along an edge</source>
        <translation>Konnektivität entlang einer Kante</translation>
    </message>
    <message>
        <source>connectivity with the end of an edge</source>
        <translation>Konnektivität mit dem Ende einer Kante</translation>
    </message>
    <message>
        <source>connectivity with the start of an edge</source>
        <translation>Konnektivität mit dem Anfang einer Kante</translation>
    </message>
    <message>
        <source>containment</source>
        <translation>Containment</translation>
    </message>
    <message>
        <source>controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>crossing</source>
        <translation>Kreuzung</translation>
    </message>
    <message>
        <source>dead end</source>
        <translation>Netzende</translation>
    </message>
    <message>
        <source>definition,schema,empty,template</source>
        <translation>Definition,Schema,leer,Vorlage</translation>
    </message>
    <message>
        <source>end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>flow does not lead there</source>
        <translation>der Fluss führt nicht dorthin</translation>
    </message>
    <message>
        <source>function barrier</source>
        <translation>Funktionsbarriere</translation>
    </message>
    <message>
        <source>guide</source>
        <translation>Führung</translation>
    </message>
    <message>
        <source>in addition to the tier of the starts</source>
        <translation>neben Netzebene der Starts</translation>
    </message>
    <message>
        <source>layers,mapping,GeoJSON,GeoPackage,GIS</source>
        <translation>Layer,Zuordnung,GeoJSON,GeoPackage,GIS</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>no path within the device</source>
        <translation>kein Pfad innerhalb des Geräts</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nirgends</translation>
    </message>
    <message>
        <source>pandapipes,gas,water,heat,json</source>
        <translation>pandapipes,Gas,Wasser,Wärme,json</translation>
    </message>
    <message>
        <source>pandapower,electric,grid,json</source>
        <translation>pandapower,Strom,Netz,json</translation>
    </message>
    <message>
        <source>pass every loop</source>
        <translation>jede Schleife durchlaufen</translation>
    </message>
    <message>
        <source>pass loops on the way</source>
        <translation>Schleifen auf dem Weg durchlaufen</translation>
    </message>
    <message>
        <source>pass no loop</source>
        <translation>keine Schleife durchlaufen</translation>
    </message>
    <message>
        <source>pip could not install {}: {}</source>
        <translation>pip konnte {} nicht installieren: {}</translation>
    </message>
    <message>
        <source>point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>propagator</source>
        <translation>Propagator</translation>
    </message>
    <message>
        <source>segment</source>
        <translation>Segment</translation>
    </message>
    <message>
        <source>supposed: blocks</source>
        <translation>als sperrend angenommen</translation>
    </message>
    <message>
        <source>supposed: does not block</source>
        <translation>als durchlässig angenommen</translation>
    </message>
    <message>
        <source>utility network,associations,connectivity,containment,attachment,structure</source>
        <translation>Versorgungsnetz,Zuordnungen,Konnektivität,Containment,Anbau,Struktur</translation>
    </message>
    <message>
        <source>utility network,cost,reach,service area,length</source>
        <translation>Versorgungsnetz,Kosten,Reichweite,Einzugsbereich,Länge</translation>
    </message>
    <message>
        <source>utility network,errors,quality,check,rules,topology,dirty areas</source>
        <translation>Versorgungsnetz,Fehler,Qualität,prüfen,Regeln,Topologie,Dirty Areas</translation>
    </message>
    <message>
        <source>utility network,import,convert,model,new</source>
        <translation>Versorgungsnetz,Import,umwandeln,Modell,neu</translation>
    </message>
    <message>
        <source>utility network,snapping,connectivity rules,move,align,clean</source>
        <translation>Versorgungsnetz,Einrasten,Konnektivitätsregeln,verschieben,ausrichten,bereinigen</translation>
    </message>
    <message>
        <source>utility network,snapping,survey,clean,CAD,align,connectivity rules</source>
        <translation>Versorgungsnetz,Einrasten,Vermessung,bereinigen,CAD,ausrichten,Konnektivitätsregeln</translation>
    </message>
    <message>
        <source>utility network,subnetwork,feeder,circuit,pressure zone,pressure area,disconnected,without supply</source>
        <translation>Versorgungsnetz,Teilnetz,Abgang,Stromkreis,Druckzone,Druckbereich,getrennt,ohne Versorgung</translation>
    </message>
    <message>
        <source>utility network,supply,reach,blocked,barrier,path,explain</source>
        <translation>Versorgungsnetz,Versorgung,Erreichbarkeit,gesperrt,Barriere,Pfad,erklären</translation>
    </message>
    <message>
        <source>utility network,upstream,downstream,isolation,subnetwork,connected,shortest path,loops,valves,what if,flow</source>
        <translation>Versorgungsnetz,Verfolgung,flussaufwärts,flussabwärts,Isolation,Teilnetz,verbunden,kürzester Pfad,Schleifen,Schieber,was wäre wenn,Fluss</translation>
    </message>
    <message>
        <source>utility network,valves,isolation,section,shut-off,segment,criticality</source>
        <translation>Versorgungsnetz,Schieber,Absperrung,Abschnitt,absperren,Segment,Kritikalität</translation>
    </message>
    <message>
        <source>utility network,what is here,nearest,join,lookup,attributes</source>
        <translation>Versorgungsnetz,was ist hier,nächstes,Verknüpfung,nachschlagen,Attribute</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>vertex</source>
        <translation>Stützpunkt</translation>
    </message>
    <message>
        <source>where …</source>
        <translation>where …</translation>
    </message>
    <message>
        <source>{:,} features are in no subnetwork.</source>
        <translation>{:,} Objekte sind in keinem Teilnetz.</translation>
    </message>
    <message>
        <source>{:,} features are selected.</source>
        <translation>{:,} Objekte sind ausgewählt.</translation>
    </message>
    <message>
        <source>{kind} of {feature}</source>
        <translation>{kind} von {feature}</translation>
    </message>
    <message>
        <source>{path}: {count} in the network</source>
        <translation>{path}: {count} im Netz</translation>
    </message>
    <message>
        <source>{place}: {because}</source>
        <translation>{place}: {because}</translation>
    </message>
    <message>
        <source>{}
It has no place on the map.</source>
        <translation>{}
Dazu gibt es keine Stelle auf der Karte.</translation>
    </message>
    <message>
        <source>{}  ({} of {} here: press {} for the next, the right button for a list)</source>
        <translation>{}  ({} von {} hier: {} drücken für die nächste, rechte Taste für eine Liste)</translation>
    </message>
    <message>
        <source>{} (likely)</source>
        <translation>{} (wahrscheinlich)</translation>
    </message>
    <message>
        <source>{} (see the asset group)</source>
        <translation>{} (siehe Assetgruppe)</translation>
    </message>
    <message>
        <source>{} The value of {}:</source>
        <translation>{} Der Wert von {}:</translation>
    </message>
    <message>
        <source>{} To do: {}</source>
        <translation>{} Abhilfe: {}</translation>
    </message>
    <message>
        <source>{} at {}</source>
        <translation>{} an {}</translation>
    </message>
    <message>
        <source>{} at {} % of its length</source>
        <translation>{} bei {} % der Länge</translation>
    </message>
    <message>
        <source>{} cannot be read as a GeoPackage: {}</source>
        <translation>{} kann nicht als GeoPackage gelesen werden: {}</translation>
    </message>
    <message>
        <source>{} cannot be read: {}</source>
        <translation>{} kann nicht gelesen werden: {}</translation>
    </message>
    <message>
        <source>{} controllers were tried, the nearest first.</source>
        <translation>{} Controller wurden geprüft, die nächsten zuerst.</translation>
    </message>
    <message>
        <source>{} elements</source>
        <translation>{} Elemente</translation>
    </message>
    <message>
        <source>{} features</source>
        <translation>{} Objekte</translation>
    </message>
    <message>
        <source>{} features are selected.</source>
        <translation>{} Objekte sind ausgewählt.</translation>
    </message>
    <message>
        <source>{} features are too many for layers in memory: {} at most. The command writes a file of them: Copy command, then add --geojson FILE.</source>
        <translation>{} Objekte sind zu viele für Layer im Speicher: höchstens {}. Der Befehl schreibt sie in eine Datei: Befehl kopieren, dann --geojson FILE anhängen.</translation>
    </message>
    <message>
        <source>{} features have no place on the map, and are in no layer.</source>
        <translation>{} Objekte haben keine Stelle auf der Karte und sind in keinem Layer.</translation>
    </message>
    <message>
        <source>{} gets other fields: QGIS saves it as it is, and the rules are not applied.</source>
        <translation>{} bekommt andere Felder: QGIS speichert es, wie es ist, und die Regeln werden nicht angewendet.</translation>
    </message>
    <message>
        <source>{} has changed during the run: run the algorithm again.</source>
        <translation>{} hat sich während der Ausführung geändert: den Algorithmus erneut ausführen.</translation>
    </message>
    <message>
        <source>{} has curves: they become short straight lines.</source>
        <translation>{} hat Kurven: Sie werden zu kurzen geraden Linien.</translation>
    </message>
    <message>
        <source>{} has no features.</source>
        <translation>{} hat keine Objekte.</translation>
    </message>
    <message>
        <source>{} has several terminals: choose the one that the line goes to.</source>
        <translation>{} hat mehrere Terminals: das wählen, zu dem die Linie führt.</translation>
    </message>
    <message>
        <source>{} has too many features to select: make layers of the result.</source>
        <translation>{} hat zu viele, um sie auszuwählen: Layer des Ergebnisses erzeugen.</translation>
    </message>
    <message>
        <source>{} holds 1 feature.</source>
        <translation>{} enthält 1 Objekt.</translation>
    </message>
    <message>
        <source>{} holds no network any more.</source>
        <translation>{} enthält kein Netz mehr.</translation>
    </message>
    <message>
        <source>{} holds {:,} features.</source>
        <translation>{} enthält {:,} Objekte.</translation>
    </message>
    <message>
        <source>{} in {}</source>
        <translation>{} in {}</translation>
    </message>
    <message>
        <source>{} is a GeoPackage, but holds no network: the tables {} are missing. To make a network from other data, use the algorithms of GeoSnap in Processing &gt; Toolbox.</source>
        <translation>{} ist ein GeoPackage, enthält aber kein Netz: Die Tabellen {} fehlen. Aus anderen Daten wird ein Netz mit den Algorithmen von GeoSnap unter Verarbeitung &gt; Werkzeugkiste.</translation>
    </message>
    <message>
        <source>{} is edited in a transaction: QGIS saves it as it is, and the rules are not applied.</source>
        <translation>{} wird in einer Transaktion bearbeitet: QGIS speichert den Layer, wie er ist, und die Regeln werden nicht angewendet.</translation>
    </message>
    <message>
        <source>{} is installed. QGIS uses it after a restart; until then, QGIS uses version {}, from {}.</source>
        <translation>{} ist installiert. Verwendet wird es nach einem Neustart von QGIS; bis dahin gilt Version {} aus {}.</translation>
    </message>
    <message>
        <source>{} is not a container, and is in no container.</source>
        <translation>{} ist kein Container und ist in keinem.</translation>
    </message>
    <message>
        <source>{} is not an EPSG reference system: choose an EPSG reference system.</source>
        <translation>{} ist kein EPSG-Bezugssystem: ein solches wählen.</translation>
    </message>
    <message>
        <source>{} is not reached from {}. These features block the path with the fewest barriers:</source>
        <translation>{} wird von {} aus nicht erreicht. Dies sperrt den Weg, auf dem die wenigsten Barrieren liegen:</translation>
    </message>
    <message>
        <source>{} is not reached from {}: there is no connection at all.</source>
        <translation>{} wird von {} aus nicht erreicht: Es gibt überhaupt keine Verbindung.</translation>
    </message>
    <message>
        <source>{} is reached from {} by {:,} elements.</source>
        <translation>{} wird von {} aus über {:,} Elemente erreicht.</translation>
    </message>
    <message>
        <source>{} is reached from {}.</source>
        <translation>{} wird von {} aus erreicht.</translation>
    </message>
    <message>
        <source>{} more here: press {} for the next</source>
        <translation>{} weitere hier: {} drücken für die nächste</translation>
    </message>
    <message>
        <source>{} more: double-click</source>
        <translation>{} weitere: doppelklicken</translation>
    </message>
    <message>
        <source>{} of the network {}</source>
        <translation>{} des Netzes {}</translation>
    </message>
    <message>
        <source>{} of {} features of {} have no geometry: they stay as they are.</source>
        <translation>{} von {} Objekten von {} haben keine Geometrie: Sie bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>{} of {} features of {} have no point, and get no feature.</source>
        <translation>{} von {} Objekten von {} haben keinen Punkt und bekommen kein Objekt.</translation>
    </message>
    <message>
        <source>{} of {}:</source>
        <translation>{} von {}:</translation>
    </message>
    <message>
        <source>{} points of {} have no feature within {} that a trace can pass: {}.</source>
        <translation>{} Punkte von {} haben innerhalb von {} kein Objekt, durch das eine Verfolgung gehen kann: {}.</translation>
    </message>
    <message>
        <source>{} rows of the network cannot be read and are left out: Validate a network lists them.</source>
        <translation>{} Zeilen des Netzes können nicht gelesen werden und bleiben weg: „Ein Netz prüfen“ listet sie auf.</translation>
    </message>
    <message>
        <source>{} …</source>
        <translation>{} …</translation>
    </message>
    <message>
        <source>{}: There is no such file.</source>
        <translation>{}: Diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>{}: This database holds no network that you may read.</source>
        <translation>{}: Diese Datenbank enthält kein Netz, das Sie lesen dürfen.</translation>
    </message>
    <message>
        <source>{}: give one place; these are {}.</source>
        <translation>{}: eine Stelle angeben; dies sind {}.</translation>
    </message>
    <message>
        <source>{}: names</source>
        <translation>{}: Namen</translation>
    </message>
    <message>
        <source>{}: points of a layer</source>
        <translation>{}: Punkte eines Layers</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>{}: {} of {}</source>
        <translation>{}: {}, {}</translation>
    </message>
</context>
</TS>
