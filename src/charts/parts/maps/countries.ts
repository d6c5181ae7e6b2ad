/** Codes of countries: two letters, three letters, the number, and the three letters of the Olympic committee where they differ. */
const CODES = `AD AND 020; AE ARE 784 UAE; AF AFG 004; AG ATG 028 ANT; AI AIA 660; AL ALB 008; AM ARM 051; AO AGO 024 ANG;
AQ ATA 010; AR ARG 032; AS ASM 016 ASA; AT AUT 040; AU AUS 036; AW ABW 533 ARU; AX ALA 248; AZ AZE 031; BA BIH 070;
BB BRB 052 BAR; BD BGD 050 BAN; BE BEL 056; BF BFA 854 BUR; BG BGR 100 BUL; BH BHR 048 BRN; BI BDI 108; BJ BEN 204;
BL BLM 652; BM BMU 060 BER; BN BRN 096 BRU; BO BOL 068; BQ BES 535; BR BRA 076; BS BHS 044 BAH; BT BTN 064 BHU;
BV BVT 074; BW BWA 072 BOT; BY BLR 112; BZ BLZ 084 BIZ; CA CAN 124; CC CCK 166; CD COD 180; CF CAF 140;
CG COG 178 CGO; CH CHE 756 SUI; CI CIV 384; CK COK 184; CL CHL 152 CHI; CM CMR 120; CN CHN 156; CO COL 170;
CR CRI 188 CRC; CU CUB 192; CV CPV 132; CW CUW 531; CX CXR 162; CY CYP 196; CZ CZE 203; DE DEU 276 GER; DJ DJI 262;
DK DNK 208 DEN; DM DMA 212; DO DOM 214; DZ DZA 012 ALG; EC ECU 218; EE EST 233; EG EGY 818; EH ESH 732; ER ERI 232;
ES ESP 724; ET ETH 231; FI FIN 246; FJ FJI 242 FIJ; FK FLK 238; FM FSM 583; FO FRO 234; FR FRA 250; GA GAB 266;
GB GBR 826; GD GRD 308 GRN; GE GEO 268; GF GUF 254; GG GGY 831; GH GHA 288; GI GIB 292; GL GRL 304; GM GMB 270 GAM;
GN GIN 324 GUI; GP GLP 312; GQ GNQ 226 GEQ; GR GRC 300 GRE; GS SGS 239; GT GTM 320 GUA; GU GUM 316; GW GNB 624 GBS;
GY GUY 328; HK HKG 344; HM HMD 334; HN HND 340 HON; HR HRV 191 CRO; HT HTI 332 HAI; HU HUN 348; ID IDN 360 INA;
IE IRL 372; IL ISR 376; IM IMN 833; IN IND 356; IO IOT 086; IQ IRQ 368; IR IRN 364 IRI; IS ISL 352; IT ITA 380;
JE JEY 832; JM JAM 388; JO JOR 400; JP JPN 392; KE KEN 404; KG KGZ 417; KH KHM 116 CAM; KI KIR 296; KM COM 174;
KN KNA 659 SKN; KP PRK 408; KR KOR 410; KW KWT 414 KUW; KY CYM 136 CAY; KZ KAZ 398; LA LAO 418; LB LBN 422;
LC LCA 662; LI LIE 438; LK LKA 144 SRI; LR LBR 430; LS LSO 426 LES; LT LTU 440; LU LUX 442; LV LVA 428 LAT;
LY LBY 434 LBA; MA MAR 504; MC MCO 492 MON; MD MDA 498; ME MNE 499; MF MAF 663; MG MDG 450 MAD; MH MHL 584;
MK MKD 807; ML MLI 466; MM MMR 104 MYA; MN MNG 496 MGL; MO MAC 446; MP MNP 580; MQ MTQ 474; MR MRT 478 MTN;
MS MSR 500; MT MLT 470; MU MUS 480 MRI; MV MDV 462; MW MWI 454 MAW; MX MEX 484; MY MYS 458 MAS; MZ MOZ 508;
NA NAM 516; NC NCL 540; NE NER 562 NIG; NF NFK 574; NG NGA 566 NGR; NI NIC 558 NCA; NL NLD 528 NED; NO NOR 578;
NP NPL 524 NEP; NR NRU 520; NU NIU 570; NZ NZL 554; OM OMN 512 OMA; PA PAN 591; PE PER 604; PF PYF 258; PG PNG 598;
PH PHL 608 PHI; PK PAK 586; PL POL 616; PM SPM 666; PN PCN 612; PR PRI 630 PUR; PS PSE 275 PLE; PT PRT 620 POR;
PW PLW 585; PY PRY 600 PAR; QA QAT 634; RE REU 638; RO ROU 642; RS SRB 688; RU RUS 643; RW RWA 646; SA SAU 682 KSA;
SB SLB 090 SOL; SC SYC 690 SEY; SD SDN 729 SUD; SE SWE 752; SG SGP 702; SH SHN 654; SI SVN 705 SLO; SJ SJM 744;
SK SVK 703; SL SLE 694; SM SMR 674; SN SEN 686; SO SOM 706; SR SUR 740; SS SSD 728; ST STP 678; SV SLV 222 ESA;
SX SXM 534; SY SYR 760; SZ SWZ 748; TC TCA 796; TD TCD 148 CHA; TF ATF 260; TG TGO 768 TOG; TH THA 764; TJ TJK 762;
TK TKL 772; TL TLS 626; TM TKM 795; TN TUN 788; TO TON 776 TGA; TR TUR 792; TT TTO 780; TV TUV 798; TW TWN 158 TPE;
TZ TZA 834 TAN; UA UKR 804; UG UGA 800; UM UMI 581; US USA 840; UY URY 858 URU; UZ UZB 860; VA VAT 336;
VC VCT 670 VIN; VE VEN 862; VG VGB 092 IVB; VI VIR 850 ISV; VN VNM 704 VIE; VU VUT 548 VAN; WF WLF 876;
WS WSM 882 SAM; XK XKX 983 KOS; YE YEM 887; YT MYT 175; ZA ZAF 710 RSA; ZM ZMB 894 ZAM; ZW ZWE 716 ZIM`

/** Names that are used besides those of the language, by the two letters. Without accents, articles and signs. */
const OTHER_NAMES = `AE uae;
BA bosnia|bosnia and herz;
BN brunei darussalam;
BO bolivia plurinational state of|plurinational state of bolivia;
CD congo dem rep|dem rep congo|democratic republic of congo|dr congo|drc|congo democratic republic of|congo democratic republic|zaire;
CF central african rep;
CG congo|congo rep|republic of congo|congo republic;
CI ivory coast|cote divoire|cote d ivoire;
CN peoples republic of china|china mainland;
CV cabo verde;
CZ czech republic;
DO dominican rep;
EG egypt arab rep|arab republic of egypt;
FM micronesia fed sts|federated states of micronesia|micronesia federated states of;
FO faeroe islands;
GB uk|great britain|britain|united kingdom of great britain and northern ireland;
GQ eq guinea;
HK hong kong|hong kong china|hong kong sar;
IR iran islamic rep|iran islamic republic of|islamic republic of iran;
KG kyrgyz republic;
KN st kitts;
KP korea dem rep|korea democratic peoples republic of|democratic peoples republic of korea|dpr korea|korea north|korea dem peoples rep;
KR korea rep|korea republic of|republic of korea|korea south|korea;
LA lao pdr|lao peoples democratic republic|lao;
LY libyan arab jamahiriya;
MD republic of moldova|moldova republic of;
MK macedonia|macedonia fyr|republic of macedonia|former yugoslav republic of macedonia|republic of north macedonia;
MM burma|myanmar;
MO macau|macao|macao sar;
NL holland;
PS palestine|west bank and gaza|state of palestine|palestinian territory|occupied palestinian territory|palestine state of;
RU russian federation;
SK slovak republic;
SS s sudan;
ST sao tome;
SY syrian arab republic;
SZ swaziland;
TL east timor;
TR turkey;
TW taiwan province of china|chinese taipei|taiwan china;
TZ tanzania united republic of|united republic of tanzania;
US usa|united states of america|america;
VA vatican|holy see|holy see vatican city state;
VE venezuela rb|venezuela bolivarian republic of|bolivarian republic of venezuela;
VG virgin islands british;
VI virgin islands us|virgin islands u s|united states virgin islands;
VN viet nam;
YE yemen rep|republic of yemen`

const COUNTRY_KINDS = ['name', 'cioc', 'cca2', 'cca3'] as const
/** What the values of a column are: names, or codes of one of three kinds. */
export type CountryKind = (typeof COUNTRY_KINDS)[number]

interface Country {
  readonly cca2: string
  readonly cca3: string
  readonly cioc: string
  readonly number: string
}

const COUNTRIES: readonly Country[] = CODES.split(/;\s/).map((entry) => {
  const [cca2 = '', cca3 = '', number = '', cioc = cca3] = entry.split(' ')
  return { cca2, cca3, cioc, number }
})

/** In which languages countries are known by name, that of the page besides. */
const LANGUAGES = ['en', 'de']

/** Finds the number of a country by a value, which is meant as of one kind, and else as of the others. */
export function countryFinder(kind: CountryKind, locale: string): (value: unknown) => string | null {
  const tables = [kind, ...COUNTRY_KINDS.filter((one) => one !== kind)].map((one) => tableOf(one, locale))
  return (value) => {
    const text = value === null || value === undefined ? '' : String(value)
    const found = tables.map((table) => table(text)).find((number) => number !== undefined)
    return found ?? null
  }
}

function tableOf(kind: CountryKind, locale: string): (text: string) => string | undefined {
  if (kind === 'name') {
    const names = namesIn([...new Set([...LANGUAGES, locale])])
    return (text) => names.get(plain(text))
  }
  const codes = new Map(COUNTRIES.map((country) => [country[kind], country.number]))
  return (text) => codes.get(text.trim().toUpperCase())
}

/** The name of a country by its number, in a language. */
export function countryNames(locale: string): (number: string) => string {
  const codes = new Map(COUNTRIES.map(({ number, cca2 }) => [number, cca2]))
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return (number) => names.of(codes.get(number) ?? '') ?? number
}

const known = new Map<string, ReadonlyMap<string, string>>()

function namesIn(languages: readonly string[]): ReadonlyMap<string, string> {
  const key = languages.join()
  const names = known.get(key) ?? new Map([...languages.flatMap(namesOf), ...otherNames()])
  known.set(key, names)
  return names
}

function namesOf(language: string): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  return COUNTRIES.map(({ cca2, number }) => [plain(names.of(cca2) ?? cca2), number])
}

function otherNames(): readonly (readonly [string, string])[] {
  const numbers = new Map(COUNTRIES.map(({ cca2, number }) => [cca2, number]))
  return OTHER_NAMES.split(/;\s/).flatMap((entry) =>
    entry
      .slice(3)
      .split('|')
      .map((name) => [name, numbers.get(entry.slice(0, 2)) ?? ''] as const),
  )
}

/** A name without accents, articles and signs, in small letters. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/g, 'st')
    .replace(/\b(the|und)\b/g, (word) => (word === 'the' ? '' : 'and'))
    .replace(/ +/g, ' ')
    .trim()
