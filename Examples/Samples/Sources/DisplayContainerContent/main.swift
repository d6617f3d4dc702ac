import Program

await run(DisplayContainerContent.run)
