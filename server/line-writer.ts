import { fstatSync, writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1

/**
 * Writes whole lines to standard output. If that is a file on a full disk, lines are lost and the process
 * goes on. Node's own stream would end the process at the first failed line.
 */
export function createLineWriter(): (line: string) => void {
  if (!fstatSync(STANDARD_OUTPUT).isFile()) return (line) => void process.stdout.write(line)
  return (line) => {
    try {
      writeSync(STANDARD_OUTPUT, line)
    } catch {
      // The line is lost, since it cannot be logged elsewhere.
    }
  }
}
