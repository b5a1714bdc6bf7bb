import { readFileSync, readdirSync } from 'node:fs';
import { readFeed, fileSource } from '/work/main/electron/engine/ingest/index.ts';
const dir='/work/shared/samples/';
const rows = readFileSync(dir+'EXPECTED.tsv','utf8').trim().split('\n').slice(1).map(l=>l.split('\t'));
let bad=0;
for (const r of rows) {
  const problems: any[]=[]; 
  for (const fastPath of [true,false]) {
  try {
    const s = await readFeed(fileSource(dir+r[0]), {entity(){},block(){},readings(){},problem(p){ if(fastPath) problems.push(p);}}, {fastPath});
    const got=[s.blocks,s.readings,s.sumValue,s.sumCost,s.firstStart??'',s.lastStart??''].join(' ');
    const want=[r[2],r[3],r[4],r[5],r[6],r[7]].join(' ');
    if (got!==want) {bad++; console.log('DIFF',fastPath,r[0],'got',got,'want',want);}
    if (fastPath) console.log(r[0], JSON.stringify(s.payloads), problems.map(p=>`${p.code}@${p.line}`).join(','));
  } catch(e:any) { console.log(r[0],'THROW',e.code, e.message, e.code?'':e.stack, 'want', r[1]); }
  }
}
console.log('bad',bad);
