/** Invented customers: names and streets out of lists, chosen by a number. Any likeness is chance. */
import { hash32, pick } from './random.ts';
import type { Region } from './regions.ts';
import type { Address } from './types.ts';

const FIRST =
  'Ada,Benno,Carmen,Dinah,Elias,Farida,Gustav,Hana,Imre,Joana,Kofi,Lena,Marta,Nilo,Odile,Pavel,Quinn,Rosa,Samir,Tilda,Uma,Viktor,Wanda,Yusuf'.split(
    ',',
  );
const LAST =
  'Abernath,Brookhollow,Castellan,Dunmore,Eastvale,Fenwright,Garrowby,Hollins,Iverley,Jessop,Kestrel,Lindqvar,Marchetti,Norrell,Okonjo,Pemberly,Quillan,Rosendahl,Sandoval,Thornbury,Ullman,Vantongeren,Wexcombe,Yarrow'.split(
    ',',
  );
const STREETS =
  'Alder Street,Beacon Lane,Cedar Avenue,Dogwood Drive,Elm Court,Foundry Road,Garden Way,Harbor Street,Ivy Lane,Juniper Road,Kiln Street,Larkspur Avenue,Mill Road,Orchard Street,Poplar Avenue,Quarry Road,River Street,Spruce Court'.split(
    ',',
  );
const FIRMS =
  'Blue Heron Bakery,Cartwright Instruments,Dovetail Joinery,Fairweather Offices,Greenline Logistics,Halcyon Foods,Ironbark Studio,Lantern Print Works,Meridian Cold Storage,Northlight Clinic,Pinegate Properties,Redwood Textiles'.split(
    ',',
  );
const FORMS = 'LLC,Inc.,Co.,Partners'.split(',');

export function personName(key: number): string {
  return `${pick(FIRST, hash32(key, 101))} ${pick(LAST, hash32(key, 102))}`;
}

export function firmName(key: number): string {
  return `${pick(FIRMS, hash32(key, 103))} ${pick(FORMS, hash32(key, 104))}`;
}

/** `name@mail.example`, letters and dots only. */
export function emailOf(name: string): string {
  return `${name
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')}@mail.example`;
}

export function addressOf(key: number, region: Region): Address {
  const town = pick(region.towns, hash32(key, 105));
  return {
    number: String(2 + (hash32(key, 106) % 480)),
    street: pick(STREETS, hash32(key, 107)),
    town: town.name,
    state: region.state,
    postalCode: town.postalCode,
    country: region.country,
  };
}
