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
