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
