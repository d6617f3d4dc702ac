import Program

await run(SnapGeometryEdits.run)
