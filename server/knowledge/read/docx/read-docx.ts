import type { ReadDocument } from '../../document.ts'
import { UnreadError } from '../../unread-error.ts'
export function readDocx(_b: Uint8Array, _a: string): ReadDocument { throw new UnreadError('unknown_type', 'x') }
