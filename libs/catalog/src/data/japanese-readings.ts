const readings =
  'AE あらぶ,AQ なんきょく,AS べいりょうさもあ,CF ちゅうおうあふりか,CN ちゅうごく chugoku,EH にしさはら,GB えいこく eikoku,' +
  'GF ふつりょうぎあな,GQ せきどうぎにあ,HK ほんこん honkon,IO えいりょういんどよう,JP にほん nihon nippon にっぽん,' +
  'KP きたちょうせん kitachosen,KR かんこく kankoku,MK きたまけどにあ,MO まかお,MP きたまりあな,PF ふつりょうぽりねしあ,' +
  'SS みなみすーだん,TF ふつりょうきょくなん,TL ひがしてぃもーる,TW たいわん taiwan,UM がっしゅうこく,US あめりか amerika,' +
  'VG えいりょうゔぁーじん,VI べいりょうゔぁーじん,ZA みなみあふりか minamiafurika';

/** Readings of Japanese country names. A name sorts by its first reading, and can be found by each of them. */
export const japaneseReadings: ReadonlyMap<string, readonly string[]> = new Map(
  readings.split(',').map((row) => {
    const [code = '', ...words] = row.split(' ');
    return [code, words];
  }),
);
