// An output module of speech-dispatcher that says nothing: it appends each message to a file, as a line of JSON.
// Started by speech-dispatcher, with the file as its argument.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const file = process.argv[2]!
const reply = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)
const SETTINGS: Readonly<Record<string, readonly [string, string]>> = {
  AUDIO: ['207 OK RECEIVING AUDIO SETTINGS', '203 OK AUDIO INITIALIZED'],
  LOGLEVEL: ['207 OK RECEIVING LOGLEVEL SETTINGS', '203 OK LOG LEVEL SET'],
  SET: ['203 OK RECEIVING SETTINGS', '203 OK SETTINGS RECEIVED'],
}
const MESSAGES = new Set(['SPEAK', 'CHAR', 'KEY', 'SOUND_ICON'])

/** Called with the lines of a block, which ends with a full stop on a line. */
let take: ((lines: readonly string[]) => void) | undefined
let lines: string[] = []

function handleCommand(command: string): void {
  const settings = SETTINGS[command]
  if (settings) {
    reply(settings[0])
    take = () => reply(settings[1])
  } else if (MESSAGES.has(command)) {
    reply('202 OK RECEIVING MESSAGE')
    take = (block) => {
      const text = block.join(' ').replaceAll(/<[^>]*>/g, '')
      appendFileSync(file, `${JSON.stringify(unescapeXml(text).replaceAll(/\s+/g, ' ').trim())}\n`)
      reply('200 OK SPEAKING', '701 BEGIN', '702 END')
    }
  } else if (command === 'INIT') reply('299-ready', '299 OK LOADED SUCCESSFULLY')
  else if (command === 'LIST') reply('200-writer\ten\tnone', '200 OK VOICE LIST SENT')
  else if (command === 'QUIT') {
    reply('210 OK QUIT')
    process.exit(0)
  }
  // `STOP` and `PAUSE` have no reply, and nothing is ever being spoken.
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

createInterface({ input: process.stdin }).on('line', (line) => {
  if (!take) return handleCommand(line.split(' ', 1)[0]!)
  if (line !== '.') return void lines.push(line)
  const [done, block] = [take, lines]
  take = undefined
  lines = []
  done(block)
})
