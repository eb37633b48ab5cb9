/// The encoder of one value of a ``JSONStream``.
struct StreamEncoder: Encoder, SingleValueEncodingContainer {
    let stream: JSONStream
    let place: JSONStream.Place
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        stream.open(place, UInt8(ascii: "{"), UInt8(ascii: "}"))
        return KeyedEncodingContainer(KeyedStreamContainer<Key>(stream: stream, place: place, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        stream.open(place, UInt8(ascii: "["), UInt8(ascii: "]"))
        return UnkeyedStreamContainer(stream: stream, place: place, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() {
        stream.beginScalar(place)
        stream.buffer.append(literal: "null")
    }

    func encode(_ value: String) {
        stream.beginScalar(place)
        stream.buffer.append(value)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        stream.beginScalar(place)
        try stream.write(value) { codingPath }
    }
}

struct UnkeyedStreamContainer: UnkeyedEncodingContainer {
    let stream: JSONStream
    let place: JSONStream.Place
    let codingPath: [any CodingKey]

    var count: Int { stream.count(place) }

    private func child() -> StreamEncoder {
        let key = AnyKey(intValue: count)
        stream.beginElement(of: place)
        return StreamEncoder(stream: stream, place: stream.place, codingPath: codingPath + [key])
    }

    func encodeNil() {
        stream.beginElement(of: place)
        stream.buffer.append(literal: "null")
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        let index = count
        stream.beginElement(of: place)
        try stream.write(value) { codingPath + [AnyKey(intValue: index)] }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        child().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }
    func superEncoder() -> any Encoder { child() }
}

struct KeyedStreamContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let stream: JSONStream
    let place: JSONStream.Place
    let codingPath: [any CodingKey]

    private func child(_ key: some CodingKey) -> StreamEncoder {
        stream.beginMember(of: place, key)
        return StreamEncoder(stream: stream, place: stream.place, codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) {
        stream.beginMember(of: place, key)
        stream.buffer.append(literal: "null")
    }

    func encode(_ value: String, forKey key: Key) {
        stream.beginMember(of: place, key)
        stream.buffer.append(value)
    }
    func encode(_ value: Int, forKey key: Key) {
        stream.beginMember(of: place, key)
        stream.buffer.append(Int64(value))
    }
    func encode(_ value: Bool, forKey key: Key) {
        stream.beginMember(of: place, key)
        stream.buffer.append(literal: value ? "true" : "false")
    }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        stream.beginMember(of: place, key)
        try stream.write(value) { codingPath + [key] }
    }

    // Written out one by one: the defaults leave nulls out, and a record's keys are always all there.
    private func encodeOrNull<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) {
        if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) {
        if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) {
        if let value { encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        child(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { child(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { child(AnyKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { child(key) }
}

/// A key by its text or its position alone.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
