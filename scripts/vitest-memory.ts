import type { TestProject } from 'vitest/node'
import { createMemoryFolder, type MemoryFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the folders of tests are made; not said where this machine has too little memory for them. */
    memoryPath?: string
  }
}

let memory: MemoryFolder | undefined

/** Once for all tests of a project, before the first. */
export function setup(project: TestProject): void {
  memory = createMemoryFolder()
  if (!memory) return
  // Tests make their folders where this says, and hand them to the servers that they start.
  process.env['TMPDIR'] = memory.path
  project.provide('memoryPath', memory.path)
}

export async function teardown(): Promise<void> {
  await memory?.remove()
}
