import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { type Person, personOf, type Role } from '../database/people.ts';
import { type Client, type Shop, TENANT } from './shop.ts';

/** A signed-in person. */
export interface Member extends Person {
  client: Client;
}

export interface People {
  owner: Member;
  staff: Member;
  /** Reads Arabic and has many orders. */
  shopper: Member;
  /** Signs in with a second factor. */
  friend: Member;
  /** A first-time customer. */
  newcomer: Member;
}

export const PASSWORD = 'blue-hoodie-42';
export const addressOf = (name: string) => `${name}+${TENANT}@example.com`;

/** Creates the store's people, who sign up as in the browser. */
export async function fillPeople(shop: Shop): Promise<People> {
  const people = {
    owner: await signUp(shop, 'omar', 'Omar Said', 'super_admin'),
    staff: await signUp(shop, 'nadia', 'Nadia Kamel', 'admin'),
    shopper: await signUp(shop, 'salma', 'سلمى فؤاد'),
    friend: await signUp(shop, 'mona', 'Mona Adel'),
    newcomer: await signUp(shop, 'hoda', 'Hoda Zaki'),
  };
  const { shopper, friend, staff } = people;
  const avatar = `${TENANT}/${shopper.id}/avatar.webp`;
  await uploadPicture(shopper.client, 'avatars', avatar, '#5879db');
  await shopper.client
    .from('profiles')
    .update({ language: 'ar', avatar })
    .match({ id: shopper.id, tenant_id: TENANT })
    .throwOnError();
  await shopper.client
    .from('profile_phones')
    .insert({ user_id: shopper.id, tenant_id: TENANT, phone: '01012345678' })
    .throwOnError();
  await staff.client
    .from('profiles')
    .update({ office_language: 'ar' })
    .match({ id: staff.id, tenant_id: TENANT })
    .throwOnError();
  await shopper.client
    .rpc('choose_notifications', { p_tenant_id: TENANT, p_channel: 'whatsapp', p_is_wanted: false })
    .throwOnError();
  await staff.client
    .from('customer_records')
    .insert({ tenant_id: TENANT, user_id: shopper.id, tags: ['wholesale'], note: 'تتصل قبل التسليم' })
    .throwOnError();
  await shopper.client
    .from('addresses')
    .insert({
      tenant_id: TENANT,
      user_id: shopper.id,
      label: 'البيت',
      full_name: 'سلمى فؤاد',
      phone: '01012345678',
      governorate: 'Cairo',
      city: 'Maadi',
      street: 'شارع 233',
    })
    .throwOnError();
  await addSecondStep(friend.client);
  return people;
}

async function signUp(shop: Shop, handle: string, name: string, role: Role = 'user'): Promise<Member> {
  const client = shop.connect();
  const email = addressOf(handle);
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name } },
  });
  if (error || !data.user) throw error ?? new Error(`${handle} has no account`);
  const { id } = data.user;
  const profile = { p_user_id: id, p_tenant_id: TENANT, p_email: `${handle}@example.com`, p_name: name };
  await client.rpc('create_profile_with_tenant', profile).throwOnError();
  if (role !== 'user')
    await shop.admin
      .from('user_roles')
      .upsert({ user_id: id, tenant_id: TENANT, role }, { onConflict: 'user_id,tenant_id' })
      .throwOnError();
  return { ...personOf(shop.db, id, email), client };
}

async function addSecondStep({ auth: { mfa } }: Client): Promise<void> {
  const enrolled = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (enrolled.error) throw enrolled.error;
  const { id, totp } = enrolled.data;
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const verified = await mfa.challengeAndVerify({ factorId: id, code });
  if (verified.error) throw verified.error;
}

/** Uploads a single-color picture. */
export async function uploadPicture(
  client: Client,
  bucket: string,
  name: string,
  background: string,
): Promise<string> {
  const picture = await sharp({ create: { width: 120, height: 120, channels: 3, background } })
    .webp()
    .toBuffer();
  const { error } = await client.storage.from(bucket).upload(name, picture, { contentType: 'image/webp' });
  if (error) throw new Error(`${bucket}/${name}: ${error.message}`);
  return client.storage
    .from(bucket)
    .getPublicUrl(name)
    .data.publicUrl.replace(/^https?:\/\/[^/]+/, '');
}
