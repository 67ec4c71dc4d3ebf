// earshot start: runs the service in this process. Its settings come from the environment only.
import { Command } from 'commander'

export function startCommand (): Command {
  return new Command('start')
    .description('Start the service, with a private Redis unless REDIS_URL, REDIS_CLUSTER or REDIS_SENTINELS is set.')
    .addHelpText('after', `
Settings come from the environment; earshot start --settings prints the table of them.

Examples:
  $ earshot start
  $ PORT=8080 RETENTION=7d earshot start
  $ REDIS_URL=redis://localhost:6379 HOST=0.0.0.0 earshot start
`)
    .option('--settings', 'print the table of settings and exit')
    .action(async ({ settings }: { settings?: boolean }) => {
      if (settings) process.stdout.write((await import('../config.js')).helpText())
      // The service handles signals, and ends the process itself.
      else await import('../main.js')
    })
}
