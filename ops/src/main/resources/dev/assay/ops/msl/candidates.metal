// Elements that compete: which of two is to be chosen.

// An element that may be chosen, by the key that is to be largest.
template <typename K>
struct Candidate {
  K key;
  uint index;
};

constant uint NOBODY = 0xffffffff;

// Before anybody was met.
template <typename K>
Candidate<K> nobody() {
  Candidate<K> none;
  none.key = K(0);
  none.index = NOBODY;
  return none;
}

// Of equal keys the lower index, or the higher where that is asked for.
template <typename K>
Candidate<K> better(Candidate<K> a, Candidate<K> b, bool last) {
  if (a.index == NOBODY) return b;
  if (b.index == NOBODY) return a;
  if (a.key != b.key) return a.key > b.key ? a : b;
  return (a.index > b.index) == last ? a : b;
}

template <typename K>
Candidate<K> exchanged(Candidate<K> s, uint distance) {
  Candidate<K> other;
  other.key = exchanged(s.key, distance);
  other.index = exchanged(s.index, distance);
  return other;
}

template <typename T>
typename Key<T>::type choosing_key(T x) {
  return Key<T>::without_sign_of_zero(Key<T>::of(x, true));
}
