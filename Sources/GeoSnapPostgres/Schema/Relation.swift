internal import GeoSnap

/// A feature table, with its names in the database.
///
/// Names are folded to lower case, so that SQL needs no quotes. `un_tables` and `un_columns` hold the original names.
struct Relation: Sendable {
  struct Field: Sendable {
    let name: String
    let column: String
    let storage: AttributeField.Storage
    let type: String

    var reading: String {
      let column = column.quotedIdentifier
      return switch (storage, type) {
      case (.integer, _), (.blob, _), (.text, "text"), (.text, "character varying"),
        (.real, "double precision"),
        (.real, "real"):
        column
      default: "\(column)::\(storage.postgresType)"
      }
    }

    func writing(_ parameter: String) -> String {
      let given = "\(parameter)::\(storage.postgresType)"
      if type == storage.postgresType { return given }
      return type == "boolean" ? "\(given)::integer::boolean" : "\(given)::\(type)"
    }
  }

  /// The table's name in the network.
  let name: String
  /// The table's name in the database.
  let relation: String
  let sourceID: Int?
  let geometryType: GeometryType?
  let fields: [Field]

  /// The columns of every feature table.
  static let own = ["objectid", "shape", "globalid", "assetgroup", "assettype", "origin"]
  /// The column names that PostgreSQL reserves.
  private static let system: Set<String> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

  /// The relation with another attribute, whose column gets a unique name.
  func adding(_ field: AttributeField) -> Relation {
    var taken = Set(Self.own).union(Self.system).union(fields.map(\.column))
    let added = Field(
      name: field.name,
      column: Self.folded(field.name, &taken),
      storage: field.storage,
      type: field.storage.postgresType
    )
    return Relation(
      name: name,
      relation: relation,
      sourceID: sourceID,
      geometryType: geometryType,
      fields: fields + [added]
    )
  }

  /// A unique name in lower case, within PostgreSQL's length limit.
  static func folded(_ name: String, _ taken: inout Set<String>) -> String {
    let lower = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map {
          ("A"..."Z").contains($0) ? Unicode.Scalar($0.value + 32) ?? $0 : $0
        }
      )
    )
    var number = 1
    while true {
      let ending = number == 1 ? "" : "_\(number)"
      var start = lower.isEmpty ? "_" : lower
      while start.utf8.count + ending.utf8.count > 63 { start.removeLast() }
      if taken.insert(start + ending).inserted { return start + ending }
      number += 1
    }
  }

  /// The name of an object that belongs to a table: unique, and within PostgreSQL's length limit.
  private static func helper(_ beginning: String, _ relation: String) -> String {
    let name = beginning + relation
    if name.utf8.count <= 63 { return name }
    // FNV-1a: tables may begin with the same 50 characters.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in relation.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let ending = "_" + String(hash, radix: 16)
    var start = name
    while start.utf8.count + ending.utf8.count > 63 { start.removeLast() }
    return start + ending
  }

  var hasGeometry: Bool { geometryType != nil }

  /// The columns in the order in which rows are written and read.
  var columns: [String] {
    ["objectid"] + (hasGeometry ? ["shape"] : []) + ["globalid"]
      + (sourceID == nil ? [] : ["assetgroup", "assettype"]) + ["origin"] + fields.map(\.column)
  }

  var columnList: String { columns.map(\.quotedIdentifier).joined(separator: ", ") }
}

extension Relation {
  /// Assigns names in the database to a network's table, and adds the table's name to `taken`.
  init(_ table: FeatureTable, taken: inout Set<String>) {
    name = table.name
    relation = Self.folded(table.name, &taken)
    sourceID = table.sourceID
    geometryType = table.geometryType
    var columns = Set(Self.own).union(Self.system)
    fields = table.fields.map {
      Field(
        name: $0.name,
        column: Self.folded($0.name, &columns),
        storage: $0.storage,
        type: $0.storage.postgresType
      )
    }
  }

  /// The SQL that creates the table without keys, indexes and triggers, which would slow down writing.
  func creation(_ script: SchemaScript, srid: Int32) -> String {
    let table = "\(script.schema).\(relation.quotedIdentifier)"
    var columns = ["objectid bigint NOT NULL"]
    if hasGeometry { columns.append("shape \(script.postGIS).geometry") }
    columns.append(
      sourceID == nil ? "globalid uuid" : "globalid uuid NOT NULL DEFAULT gen_random_uuid()"
    )
    if sourceID != nil {
      columns += ["assetgroup integer NOT NULL DEFAULT 0", "assettype integer NOT NULL DEFAULT 0"]
    }
    columns.append("origin text")
    columns += fields.map { "\($0.column.quotedIdentifier) \($0.storage.postgresType)" }
    return "CREATE TABLE \(table) (\(columns.joined(separator: ", ")));\n"
  }

  /// The SQL that adds keys, indexes, constraints and triggers after the rows.
  func completion(_ script: SchemaScript, srid: Int32, greatestRowID: Int64) -> String {
    let table = "\(script.schema).\(relation.quotedIdentifier)"
    let sequence = "\(script.schema).\(Self.helper("un_ids_", relation).quotedIdentifier)"
    let start = max(greatestRowID, 0) / Self.idsAtOnce * Self.idsAtOnce + Self.idsAtOnce
    var sql = """
      CREATE SEQUENCE \(sequence) INCREMENT BY \(Self.idsAtOnce) START WITH \(greatestRowID < 1 ? 1 : start) OWNED BY \(table).objectid;
      ALTER TABLE \(table) ALTER objectid SET DEFAULT nextval('\(sequence.literal)'), ADD PRIMARY KEY (objectid);
      CREATE UNIQUE INDEX ON \(table) (globalid);

      """
    if let controllerField {
      // Few features have one: opening a subnetwork finds its controllers at once.
      let column = controllerField.column.quotedIdentifier
      // The index has row ids rather than names, which may be of any length.
      sql += "CREATE INDEX ON \(table) (objectid) WHERE \(column) IS NOT NULL;\n"
    }
    if let geometryType {
      sql += """
        CREATE INDEX ON \(table) USING gist (shape);
        ALTER TABLE \(table) ADD CONSTRAINT enforce_srid_shape CHECK (\(script.postGIS).st_srid(shape) = \(srid));

        """
      if geometryType != .geometryCollection {
        let single = geometryType.name.replacing("MULTI", with: "")
        let names = [single, "MULTI\(single)"].flatMap { ["'\($0)'", "'\($0)M'"] }
          .joined(separator: ", ")
        sql += """
          ALTER TABLE \(table) ADD CONSTRAINT enforce_geotype_shape
            CHECK (\(script.postGIS).geometrytype(shape) IN (\(names)));

          """
      }
    }
    return sql + triggers(script)
  }

  static let idsAtOnce: Int64 = 64

  func triggers(_ script: SchemaScript) -> String {
    func row(_ which: String) -> String {
      let cells = columns.map { column in
        column == "shape"
          ? "encode(\(script.postGIS).st_asewkb(\(which).shape), 'hex') AS shape"
          : "\(which).\(column.quotedIdentifier)"
      }
      return "(SELECT to_jsonb(r.*) FROM (SELECT \(cells.joined(separator: ", "))) AS r)"
    }
    // Sessions name a row by its global id if it has one.
    func key(_ which: String) -> String {
      let feature = "'feature/' || \(which).globalid"
      if sourceID != nil { return feature }
      return
        "CASE WHEN \(which).globalid IS NULL THEN 'row/\(relation.literal)/' || \(which).objectid ELSE \(feature) END"
    }
    return Self.triggers(
      script,
      relation: relation,
      row: row,
      keys: { "ARRAY[\(key($0))]" },
      shape: hasGeometry
    )
  }

  static func associationTriggers(_ script: SchemaScript) -> String {
    triggers(
      script,
      relation: "un_associations",
      row: { "to_jsonb(\($0))" },
      keys: {
        "ARRAY['association/' || \($0).globalid, 'feature/' || \($0).fromglobalid, 'feature/' || \($0).toglobalid]"
      },
      shape: false
    )
  }

  private static func triggers(
    _ script: SchemaScript,
    relation: String,
    row: (String) -> String,
    keys: (String) -> String,
    shape: Bool
  ) -> String {
    let function = "\(script.schema).\(helper("un_watch_", relation).quotedIdentifier)"
    let table = "\(script.schema).\(relation.quotedIdentifier)"
    func lock(_ which: String) -> String {
      let cells = """
        SELECT (c).changed, (c).seen INTO more, within FROM (SELECT \(script.schema).un_cells(\(which).shape) AS c) AS s;
              changed := changed || more;
              seen := seen || within;
        """
      return """
        changed := changed || \(keys(which));
              \(shape ? cells : "")
        """
    }
    let body = """
      DECLARE changed text[] := '{}'; seen text[] := ARRAY['definition']; more text[]; within text[];
        before jsonb; after jsonb;
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          before := \(row("OLD"));
          \(lock("OLD"))
        END IF;
        IF TG_OP <> 'DELETE' THEN
          after := \(row("NEW"));
          \(lock("NEW"))
        END IF;
        IF before IS NOT DISTINCT FROM after THEN RETURN NULL; END IF;
        PERFORM \(script.schema).un_note('foreign',
          jsonb_build_object('table', '\(relation.literal)', 'before', before, 'after', after)::text, changed, seen);
        RETURN NULL;
      END
      """
    // It contains names of columns, which may contain the end of a quoted text.
    let tag = SchemaScript.tag(around: body)
    return """
      CREATE OR REPLACE FUNCTION \(function)() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS \(tag)
      \(body) \(tag);
      -- Who may call it could put it on a table of his own, and write into the history with that.
      REVOKE EXECUTE ON FUNCTION \(function)() FROM PUBLIC;
      CREATE OR REPLACE TRIGGER un_watch AFTER INSERT OR UPDATE OR DELETE ON \(table) FOR EACH ROW
        WHEN (NOT \(script.schema).un_is_commit()) EXECUTE FUNCTION \(function)();
      CREATE OR REPLACE TRIGGER un_not_truncated BEFORE TRUNCATE ON \(table)
        FOR EACH STATEMENT EXECUTE FUNCTION \(script.schema).un_not_truncated();

      """
  }
}

extension AttributeField.Storage {
  var postgresType: String {
    switch self {
    case .integer: "bigint"
    case .real: "double precision"
    case .text: "text"
    case .blob: "bytea"
    }
  }
}
