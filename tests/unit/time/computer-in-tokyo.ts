/** Import this first: the computer of these tests is in Tokyo, where no meter of theirs is. */
process.env.TZ = 'Asia/Tokyo';
if (new Date(0).getHours() !== 9) throw new Error('The zone of the process could not be set.');
