import { parentPort } from 'node:worker_threads'
import { UnreadError } from '../unread-error.ts'
import { readInThread } from './read-document.ts'
import type { ReadOrder, ReadReport } from './reader-messages.ts'

const BROKEN = 'The file is damaged and cannot be read.'

function answer({ raw, type }: ReadOrder): ReadReport {
  try {
    return { type: 'read', document: readInThread(raw, type) }
  } catch (error) {
    if (error instanceof UnreadError) {
      return { type: 'unread', reason: error.reason, sentence: error.message }
    }
    return { type: 'unread', reason: 'broken', sentence: BROKEN }
  }
}

// Started by `createDocumentReader`; importing it does nothing in the main thread.
parentPort?.on('message', (order: ReadOrder) => parentPort?.postMessage(answer(order), []))
