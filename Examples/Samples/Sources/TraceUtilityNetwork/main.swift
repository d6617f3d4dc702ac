import Program

await run(TraceUtilityNetwork.run)
