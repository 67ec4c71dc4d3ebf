// The prefix of all keys under which the recorder keeps batches in the platform's storage. Recorded snapshots of the storage leave these
// keys out.
export const KEPT = 'earshot.keep.'
