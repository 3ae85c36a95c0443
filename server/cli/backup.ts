import { resolve } from 'node:path'
import { incomingName, keptName, type ObjectStore } from '../files/object-store.ts'
import { openObjects } from '../files/open-objects.ts'
import type { Settings } from '../settings.ts'
import { type BackupRow, exportRows } from '../store/backup.ts'
import { readVersion } from '../read-version.ts'
import { plural } from './answer-text.ts'
import { BACKUP_FORMAT, keyOfObject, markSecret, ROWS_FILE, SECRET_FILE } from './backup-folder.ts'
import { toLines } from './backup-rows.ts'
import { type BackupWriter, createBackupWriter } from './backup-writer.ts'
import { command } from './command.ts'
import { BACKUP_ACT } from '../store/store.ts'
import { requireDatabase, type Tool } from './tool.ts'

export const backupCommand = command({
  name: 'backup',
  takes: ['folder'],
  about: 'Copy rows, files and the secret into a new folder; servers may run',
  details:
    'The rows are those of one moment. Files in an S3 bucket are not copied: back up the bucket.\n' +
    'Keep the folder as safe as the server: it holds all conversations, and with the secret anybody\n' +
    'can sign tokens. Copy alcove.config.ts and .env yourself: settings are not in it.',
  flags: {},
  async run(tool, _, word) {
    const folder = resolve(word)
    const settings = tool.readSettings()
    requireDatabase(settings)
    const writer = await createBackupWriter(folder)
    const made = makeBackup(tool, settings, writer).catch(async (error: unknown) => {
      await writer.discard()
      throw error
    })
    const { counts, files, missing, secretPlace } = await made
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    await noteBackup(tool, total, files.count)
    const lines = [
      `Backed up ${plural(total, 'row')} and ${plural(files.count, 'file')} to ${folder}.`,
      filesLine(files.place, missing),
      SECRET_LINES[secretPlace],
      SETTINGS_LINE,
    ]
    return {
      text: lines.filter((line) => line !== '').join('\n'),
      facts: { folder, rows: counts, files, missing_files: missing, secret: secretPlace },
    }
  },
})

async function makeBackup(tool: Tool, settings: Settings, writer: BackupWriter) {
  const { counts, objectNames } = await copyRows(writer, settings)
  const objects = openObjects(settings, tool.now)
  const { missing, ...files } = await copyFiles(writer, objects, objectNames)
  const secretPlace = await copySecret(writer, tool.env['ALCOVE_SECRET'], settings)
  await writer.finish({
    format: BACKUP_FORMAT,
    version: readVersion(),
    made_at: new Date(tool.now()).toISOString(),
    engine: settings.databaseUrl === undefined ? 'sqlite' : 'postgres',
    rows: counts,
    files,
    secret: { place: secretPlace, mark: markSecret(settings.secret) },
  })
  return { counts, files, missing, secretPlace }
}

/** For the desk: its health page tells the age of the last backup, and its audit log who copied all words. */
async function noteBackup(tool: Tool, rows: number, files: number): Promise<void> {
  const act = { act: BACKUP_ACT, target: null, details: { rows, files } }
  const byCommand = { person: null, projectId: null, userId: null }
  try {
    await tool.withStore((store) => store.desk.audit.add({ ...act, ...byCommand }))
  } catch {
    // A database that takes no writes is backed up too.
    tool.warn(
      'The backup is whole, but the database could not be told of it: the desk shows an older one.',
    )
  }
}

const SECRET_LINES = {
  backup:
    'It holds the secret of the data folder: visitors keep their conversations after a restore.',
  none: 'The secret is not in it: keep ALCOVE_SECRET, for without it visitors without a name lose their conversations after a restore.',
}

const SETTINGS_LINE =
  'Your settings are not in it: copy alcove.config.ts and .env, which has keys and secrets, to another safe place.'

function filesLine(place: 'backup' | 'bucket', missing: readonly string[]): string {
  if (place === 'bucket') return 'The files are in the S3 bucket and were not copied.'
  if (missing.length === 0) return ''
  return `${plural(missing.length, 'file')} that rows name had gone meanwhile.`
}

async function copyRows(writer: BackupWriter, { databaseUrl, dataDir }: Settings) {
  const counts: Record<string, number> = {}
  const objectNames: string[] = []
  const note = ({ table, row }: BackupRow) => {
    counts[table] = (counts[table] ?? 0) + 1
    if (table !== 'files') return
    const key = String(row['key'])
    objectNames.push(row['state'] === 'ready' ? keptName(key) : incomingName(key))
  }
  await writer.add(ROWS_FILE, toLines(exportRows({ databaseUrl, dataDir }), note), 'gzip')
  return { counts, objectNames }
}

async function copyFiles(writer: BackupWriter, objects: ObjectStore, names: readonly string[]) {
  const missing: string[] = []
  if (objects.kind === 'direct') return { place: 'bucket', count: 0, bytes: 0, missing } as const
  let count = 0
  let bytes = 0
  for (const name of names) {
    const object = await objects.open(name)
    if (object) {
      bytes += await writer.add(name, object.body)
      count += 1
    } else if (name === keptName(keyOfObject(name) ?? '')) {
      missing.push(name)
    }
  }
  return { place: 'backup', count, bytes, missing } as const
}

async function copySecret(
  writer: BackupWriter,
  fromEnvironment: string | undefined,
  { secret, databaseUrl }: Settings,
): Promise<'backup' | 'none'> {
  const isInFolder = databaseUrl === undefined && !fromEnvironment?.trim()
  if (!isInFolder) return 'none'
  await writer.add(SECRET_FILE, [Buffer.from(`${secret}\n`)])
  return 'backup'
}
