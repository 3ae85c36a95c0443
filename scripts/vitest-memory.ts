import type { TestProject } from 'vitest/node'
import { createMemoryFolder, type MemoryFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Parent of the tests' folders; unset if this machine has too little memory. */
    memoryPath?: string
  }
}

let memory: MemoryFolder | undefined

/** Runs once before all tests of a project. */
export function setup(project: TestProject): void {
  memory = createMemoryFolder()
  if (!memory) return
  // Tests create their folders there, and pass it to the servers that they start.
  process.env['TMPDIR'] = memory.path
  project.provide('memoryPath', memory.path)
}

export async function teardown(): Promise<void> {
  await memory?.remove()
}
