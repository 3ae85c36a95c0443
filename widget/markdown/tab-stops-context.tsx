import { createContext } from 'react'

/** True if scrolling boxes are tab stops: in a long thread only those of one message. */
export const TabStopsContext = createContext(true)
