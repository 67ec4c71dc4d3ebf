// What the keys of all that the recorder keeps in the storage of the platform begin with. The record of the storage leaves them out.
export const KEPT = 'earshot.keep.'
