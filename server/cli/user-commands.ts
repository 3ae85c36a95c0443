import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { ACCESS_TOKEN_LIFE_SECONDS } from '../auth/access-token.ts'
import { cleanFilename } from '../files/clean-filename.ts'
import { incomingName, keptName, type ObjectStore } from '../files/object-store.ts'
import type { FileRow, UserData } from '../store/store.ts'
import { command, PROJECT_FLAG } from './command.ts'
import { openObjects } from '../files/open-objects.ts'
import { plural } from './plural.ts'
import { requireProject } from './require-project.ts'
import { userFacts } from './user-facts.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const USER_FLAG = { value: 'id', about: 'the user', isRequired: true } as const

export const exportUserCommand = command({
  name: 'user export',
  about: "Give out everything of a user: threads, messages, feedback, reports, files' facts",
  flags: {
    project: PROJECT_FLAG,
    user: USER_FLAG,
    out: { value: 'file', about: 'write the JSON there instead of printing it' },
    files: { value: 'folder', about: 'copy the files there, each in a folder named by its key' },
  },
  async run(tool, { project, user, out, files: folder }) {
    const data = await tool.withStore(async (store) => {
      await requireProject(store, project)
      return store.users.export(project, user)
    })
    requireAnything(data, project, user)
    const objects = openObjects(tool.readSettings(), tool.now)
    const copied = folder === undefined ? undefined : await copyFiles(objects, data.files, folder)
    const of = { projectId: project, userId: user }
    const facts = userFacts(of, data, new Date(tool.now()).toISOString())
    const json = JSON.stringify(facts, null, 2)
    if (out === undefined) return { text: json, facts }
    const path = resolve(out)
    // Private talk; and nobody loses another export by a repeated line.
    await writeFile(path, `${json}\n`, { mode: PRIVATE_FILE, flag: 'wx' })
    const lines = [`Wrote ${countsOf(data)} to ${path}.`]
    if (copied !== undefined) lines.push(copiedLine(copied, resolve(folder ?? '')))
    return { text: lines.join('\n'), facts: { path, files_copied: copied?.length ?? 0 } }
  },
})

export const eraseUserCommand = command({
  name: 'user erase',
  about: 'Remove everything of a user, for good',
  details:
    'Without --yes it only says what there is. An access token of theirs that still lives ' +
    `(${ACCESS_TOKEN_LIFE_SECONDS / 60} minutes at most)\ncan make new data: erase once more after that time if it matters.\n` +
    'Backups keep what they have.',
  flags: {
    project: PROJECT_FLAG,
    user: USER_FLAG,
    yes: { about: 'do it' },
  },
  async run(tool, { project, user, yes }) {
    const erased = await tool.withStore(async (store) => {
      await requireProject(store, project)
      if (yes) return store.users.erase(project, user)
      const data = await store.users.export(project, user)
      throw new AlcoveError(
        'invalid_request',
        `User "${user}" of project "${project}" has ${countsOf(data)}. Say --yes to remove them for good.`,
      )
    })
    const { threads, runs, fileKeys } = erased
    await removeObjects(openObjects(tool.readSettings(), tool.now), fileKeys)
    const facts = { threads, reports: runs, files: fileKeys.length }
    return {
      text: `Erased ${plural(threads, 'thread')}, ${plural(runs, 'report')} and ${plural(fileKeys.length, 'file')}, with all messages, feedback and sessions of user "${user}" in project "${project}".`,
      facts,
    }
  },
})

function requireAnything(data: UserData, project: string, user: string) {
  if (Object.values(data).some((rows: readonly unknown[]) => rows.length > 0)) return
  throw new AlcoveError('not_found', `User "${user}" has nothing in project "${project}".`)
}

async function copyFiles(
  objects: ObjectStore,
  files: readonly FileRow[],
  folder: string,
): Promise<readonly string[]> {
  const copied: string[] = []
  for (const { key, filename, bytes } of files) {
    const content = bytes === null ? undefined : await objects.get(keptName(key), bytes)
    if (!content) continue
    const path = join(resolve(folder), key)
    await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
    await writeFile(join(path, cleanFilename(filename)), content, { mode: PRIVATE_FILE })
    copied.push(key)
  }
  return copied
}

const copiedLine = (copied: readonly string[], folder: string): string =>
  `Copied ${plural(copied.length, 'file')} to ${folder}.`

/** The rows are gone: what cannot be removed now, nobody would find again. */
async function removeObjects(objects: ObjectStore, keys: readonly string[]): Promise<void> {
  try {
    await objects.remove(keys.flatMap((key) => [incomingName(key), keptName(key)]))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AlcoveError(
      'unavailable',
      `The rows are erased, but the file store refused to remove their files (${reason}).`,
      { hint: `Remove these by hand: ${keys.map(keptName).join(' ')}`, cause },
    )
  }
}

const countsOf = ({ threads, messages, scores, reports, files }: UserData): string =>
  [
    plural(threads.length, 'thread'),
    plural(messages.length, 'message'),
    plural(scores.length, 'score'),
    plural(reports.length, 'report'),
    plural(files.length, 'file'),
  ].join(', ')
