import { backupCommand } from './backup-command.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor-command.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './key-commands.ts'
import {
  createProjectCommand,
  listProjectsCommand,
  resumeProjectCommand,
  suspendProjectCommand,
} from './project-commands.ts'
import { restoreCommand } from './restore-command.ts'
import { tokenCommand } from './token-command.ts'
import { eraseUserCommand, exportUserCommand } from './user-commands.ts'

/** In the order of the help. */
export const COMMANDS: readonly Command[] = [
  createProjectCommand,
  listProjectsCommand,
  suspendProjectCommand,
  resumeProjectCommand,
  createKeyCommand,
  listKeysCommand,
  revokeKeyCommand,
  tokenCommand,
  exportUserCommand,
  eraseUserCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]
