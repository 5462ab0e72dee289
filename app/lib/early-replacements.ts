declare global {
  interface Window {
    earlyReplacements?: { observer: MutationObserver; records: MutationRecord[] };
  }
}

/**
 * Runs in the head and notes what is removed from the page, which no parser does: a translator may replace texts before
 * the app's code is there. `replaced-texts.ts` reads it.
 */
export const earlyReplacementsScript =
  '(()=>{const records=[];const observer=new MutationObserver(l=>{records.push(...l.filter(r=>r.removedNodes.length))});observer.observe(document,{childList:true,subtree:true});window.earlyReplacements={observer,records}})()';
