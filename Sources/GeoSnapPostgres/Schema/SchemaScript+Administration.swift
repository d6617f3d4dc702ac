extension SchemaScript {
  var administration: String {
    """
    -- Lets a role read, edit or administer the network, and no more; or takes all from it.
    --
    -- It runs with the rights of the owner, and gives no right by which somebody could get more of them: no TRIGGER, no
    -- CREATE, and none on un_tables, by which it finds what to give rights on.
    CREATE OR REPLACE FUNCTION \(schema).un_grant(role name, "as" text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS \(tag)
    DECLARE relation text;
    BEGIN
      IF "as" IS NULL OR "as" NOT IN ('reader', 'editor', 'administrator', 'none') THEN
        RAISE EXCEPTION 'A role is a reader, an editor, an administrator or none: not %.', coalesce("as", 'NULL');
      END IF;
      IF (SELECT pg_get_userbyid(n.nspowner) FROM pg_namespace AS n WHERE n.nspname = '\(name)') = role THEN
        RAISE EXCEPTION 'The role % owns the network: it may do everything.', role;
      END IF;
      EXECUTE format('REVOKE ALL ON SCHEMA \(quoted) FROM %I', role);
      -- Rights on single columns go with those on their table.
      EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA \(quoted) FROM %I', role);
      EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA \(quoted) FROM %I', role);
      EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA \(quoted) FROM %I', role);
      IF "as" = 'none' THEN RETURN; END IF;
      EXECUTE format('GRANT USAGE ON SCHEMA \(quoted) TO %I', role);
      EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA \(quoted) TO %I', role);
      EXECUTE format('GRANT EXECUTE ON FUNCTION \(quoted).un_channel(), \(quoted).un_cluster(), \(quoted).un_settle(),
        \(quoted).un_keys(text[]), \(quoted).un_is_commit(), \(quoted).un_entries(pg_snapshot, bigint[], bigint, uuid)
        TO %I', role);
      -- The types and functions of PostGIS stand in rows. In the schema public all may use them.
      IF NOT has_schema_privilege(role, '\(postGIS.unquoted.literal)', 'USAGE')
        AND has_schema_privilege('\(postGIS.unquoted.literal)', 'USAGE WITH GRANT OPTION')
      THEN
        EXECUTE format('GRANT USAGE ON SCHEMA \(postGIS.formatted) TO %I', role);
      END IF;
      IF "as" = 'reader' THEN RETURN; END IF;
      FOR relation IN SELECT t.relation FROM \(schema).un_tables AS t UNION ALL SELECT 'un_associations' LOOP
        EXECUTE format('GRANT INSERT, UPDATE, DELETE ON \(quoted).%I TO %I', relation, role);
        EXECUTE format('GRANT USAGE ON SEQUENCE %s TO %I',
          pg_get_serial_sequence(format('\(quoted).%I', relation), 'objectid'), role);
      END LOOP;
      EXECUTE format('GRANT EXECUTE ON FUNCTION \(Self.commitSignature(schema).formatted) TO %I', role);
      IF "as" = 'editor' THEN RETURN; END IF;
      FOREACH relation IN ARRAY ARRAY['un_definition', 'un_rules', 'un_import', 'un_trace_configurations'] LOOP
        EXECUTE format('GRANT INSERT, UPDATE, DELETE ON \(quoted).%I TO %I', relation, role);
        EXECUTE format('GRANT USAGE ON SEQUENCE %s TO %I',
          pg_get_serial_sequence(format('\(quoted).%I', relation), 'objectid'), role);
      END LOOP;
      EXECUTE format('GRANT UPDATE (foreign_edits) ON \(quoted).un_network TO %I', role);
      EXECUTE format('GRANT EXECUTE ON FUNCTION \(quoted).un_grant(name, text), \(quoted).un_forget(bigint) TO %I', role);
    END \(tag);
    REVOKE EXECUTE ON FUNCTION \(Self.commitSignature(schema)) FROM PUBLIC;
    REVOKE EXECUTE ON FUNCTION \(schema).un_grant(name, text) FROM PUBLIC;

    -- Forgets the history up to a revision, but for what is younger than the oldest transaction that is under way.
    -- Sessions that slept since then read all anew.
    CREATE OR REPLACE FUNCTION \(schema).un_forget(upto bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS \(tag)
    DECLARE count bigint;
    BEGIN
      WITH gone AS (DELETE FROM \(schema).un_history
          WHERE revision <= upto AND xid < pg_snapshot_xmin(pg_current_snapshot()) RETURNING revision, xid),
        counted AS (SELECT count(*) AS rows, max(revision) AS revision, max(xid) AS xid FROM gone),
        noted AS (UPDATE \(schema).un_network AS n SET forgotten = greatest(n.forgotten, c.revision),
          forgotten_xid = greatest(n.forgotten_xid, c.xid) FROM counted AS c WHERE c.rows > 0)
      SELECT c.rows INTO count FROM counted AS c;
      RETURN count;
    END \(tag);
    REVOKE EXECUTE ON FUNCTION \(schema).un_forget(bigint) FROM PUBLIC;

    """
  }
}
