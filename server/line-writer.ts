import { fstatSync, writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1

/**
 * Writes whole lines to standard output. Where that is a file, a full disk costs the lines that find no
 * room; the stream of Node would end the process at the first one, and write none after it.
 */
export function createLineWriter(): (line: string) => void {
  if (!fstatSync(STANDARD_OUTPUT).isFile()) return (line) => void process.stdout.write(line)
  return (line) => {
    try {
      writeSync(STANDARD_OUTPUT, line)
    } catch {
      // The line is lost: no other place could take it.
    }
  }
}
