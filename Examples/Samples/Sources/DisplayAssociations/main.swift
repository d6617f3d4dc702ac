import Program

await run(DisplayAssociations.run)
