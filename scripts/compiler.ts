import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The compiler, which writes the types of packages. As a tool of tests and checks it may be missing. */
export const COMPILER = 'node_modules/tsc/bin/tsc'

export const hasCompiler = (root: string): boolean => existsSync(join(root, COMPILER))
