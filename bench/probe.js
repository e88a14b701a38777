// Preloaded into a measured server (`node --import`): answers the bench over the IPC channel.
// Plain JavaScript, so that no loader runs inside the server.
process.on('message', (question) => {
  if (question === 'cpu') process.send?.({ kind: 'cpu', ...process.cpuUsage() })
  if (question === 'rss') process.send?.({ kind: 'rss', bytes: process.memoryUsage().rss })
})
// A bench that dies takes its servers along.
process.on('disconnect', () => process.exit())
process.channel?.unref()
