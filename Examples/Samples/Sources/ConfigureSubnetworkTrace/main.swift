import Program

await run(ConfigureSubnetworkTrace.run)
