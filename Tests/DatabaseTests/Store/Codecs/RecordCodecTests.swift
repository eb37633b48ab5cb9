import Core
import Foundation
import Testing

@testable import Database

struct RecordCodecTests {
    private let codec = RecordCodec<Sample>.make()
    private let coded = RecordCodec<CodedSample>.make()

    private func decode<Record>(_ codec: RecordCodec<Record>, _ json: some Sequence<UInt8>) throws -> Record {
        try Array(json).withUnsafeBytes { try codec.decode($0) }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func aDescribedRecordIsTheSameBytesAsACodedOne(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<500 {
            let sample = Sample.random(random)
            let bytes = try expectAgreement(of: sample)
            var other: [UInt8] = []
            try coded.encode(CodedSample(sample), to: &other)
            #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: other, as: UTF8.self), "seed \(seed)")
            // Seconds since 1970 are rounded when they are kept as seconds since 2001: once, not each time.
            let decoded = try decode(codec, bytes)
            var again: [UInt8] = []
            try codec.encode(decoded, to: &again)
            #expect(CodedSample(decoded) == (try decode(coded, bytes)), "seed \(seed)")
            #expect(try decode(codec, again) == decoded, "seed \(seed)")
        }
    }

    @Test func anEncodedRecordIsAppendedToTheBytes() throws {
        var bytes = Array("{\"put\":".utf8)
        try codec.encode(Sample(id: 7), to: &bytes)
        #expect(bytes.starts(with: "{\"put\":{\"id\":7,\"big\":0,\"price\":0.0,".utf8))
    }

    @Test func aRecordLargerThanTheLentMemoryIsWrittenWhole() throws {
        var sample = Sample(id: 1)
        sample.text = String(repeating: "long\n", count: 1_000)
        sample.label = String(repeating: "x", count: 100_000)
        _ = try expectAgreement(of: sample)
    }

    @Test func aNumberThatIsNotFiniteIsRefusedAtItsPlaceAndNothingIsAppended() throws {
        var sample = Sample(id: 1)
        sample.weight = .infinity
        sample.price = .nan
        #expect(try path(sample) == "price")
        sample.price = 0
        #expect(try path(sample) == "weight")
        sample.weight = 0
        sample.nested.list = [1, -.infinity]
        #expect(try path(sample) == "nested.list.1")
    }

    private func path(_ sample: Sample) throws -> String {
        var bytes: [UInt8] = []
        let described = try #require(throws: JSONLineEncoder.NotFinite.self) { try codec.encode(sample, to: &bytes) }
        let other = try #require(throws: JSONLineEncoder.NotFinite.self) {
            try coded.encode(CodedSample(sample), to: &bytes)
        }
        #expect(described.path == other.path)
        #expect(bytes.isEmpty)
        return described.path
    }

    @Test func jsonOfOtherProgramsIsReadTheSame() throws {
        let random = SeededRandomSource(seed: 99)
        for _ in 0..<50 {
            let sample = Sample.random(random)
            var bytes: [UInt8] = []
            try codec.encode(sample, to: &bytes)
            let expected = try decode(codec, bytes)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            let unknown = object.merging(["unknown": [1, ["id": 5]]]) { first, _ in first }
            for options: JSONSerialization.WritingOptions in [[], .sortedKeys, .prettyPrinted] {
                let sorted = try JSONSerialization.data(withJSONObject: unknown, options: options)
                let decoded = try decode(codec, sorted)
                // Another writer rounds numbers its own way; all else is the same.
                #expect(decoded.text == expected.text)
                #expect(decoded.id == expected.id)
                #expect(decoded.nested.map == expected.nested.map)
                #expect(CodedSample(decoded) == (try decode(coded, sorted)))
            }
        }
    }

    @Test func missingOptionalsAreNilAndMissingOthersAnError() throws {
        let small = RecordCodec<Small>.make()
        #expect(try decode(small, #"{"id":1}"#.utf8) == Small(id: 1, label: nil))
        #expect(throws: UnreadableRecordError.self) { try decode(small, #"{"label":"a"}"#.utf8) }
    }

    @Test(arguments: [
        #" {"id":1,"label":"a"}"#, #"{"id":1,"label":"a"} "#, #"{"id": 1,"label":"a"}"#, #"{"label":"a","id":1}"#,
        #"{"id":1,"label":"\u0061"}"#, #"{"id":1.0,"label":"a"}"#, #"{"id":10e-1,"label":"a"}"#,
        #"{"id":1,"label":"a","more":[{}]}"#, "{\"id\":1\n,\"label\":\"a\"}",
    ]) func anotherWayToWriteItIsTheSameRecord(json: String) throws {
        #expect(try decode(RecordCodec<Small>.make(), json.utf8) == Small(id: 1, label: "a"))
    }

    @Test(arguments: [
        "", "{", "{}", "null", "[]", #"{"id":01,"label":"a"}"#, #"{"id":-,"label":"a"}"#, #"{"id":1.5,"label":"a"}"#,
        #"{"id":1,"label":"a"}}"#, #"{"id":1,"label":"a""#, #"{"id":1,"label":"a"#, #"{"id":1,"label":nul}"#,
        #"{"id":"1","label":"a"}"#, "{\"id\":1,\"label\":\"\u{1}\"}", #"{"id":99999999999999999999,"label":"a"}"#,
    ]) func aMalformedRecordIsAnError(json: String) {
        #expect(throws: UnreadableRecordError.self) { try decode(RecordCodec<Small>.make(), json.utf8) }
    }

    @Test func aReaderThatSwallowsAnErrorStillMisreadsNothing() throws {
        let swallowing = RecordCodec<Swallowing>.make()
        #expect(try decode(swallowing, #"{"label":"a","id":1}"#.utf8) == Swallowing(id: 1, label: "a"))
        #expect(try decode(swallowing, #"{"id":1,"label": "a"}"#.utf8) == Swallowing(id: 1, label: "a"))
    }

    @Test func idsAreWrittenAsInADeleteLine() throws {
        var bytes: [UInt8] = []
        try codec.encodeID(-5, to: &bytes)
        try RecordCodec<Tag>.make().encodeID("a\"b", to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"-5"a\"b""#)
        #expect(try Array("-5".utf8).withUnsafeBytes { try codec.decodeID($0) } == -5)
        #expect(try Array(#""a\"b""#.utf8).withUnsafeBytes { try RecordCodec<Tag>.make().decodeID($0) } == "a\"b")
        #expect(throws: DecodingError.self) { try Array("x".utf8).withUnsafeBytes { try codec.decodeID($0) } }
    }
}

/// Writes a record by its fields and by its coding methods, and expects the same bytes.
///
/// - Returns: The bytes.
@discardableResult
func expectAgreement<Record: FieldRecord>(
    of record: Record, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try RecordCodec<Record>.make().encode(record, to: &bytes)
    let coded = try JSONLineEncoder().encode(record)
    #expect(
        String(decoding: bytes, as: UTF8.self) == String(decoding: coded, as: UTF8.self),
        sourceLocation: sourceLocation)
    return bytes
}

private struct Small: FieldRecord, Equatable {
    let id: Int
    let label: String?

    static let fields: FieldNames = ["id", "label"]

    init(id: Int, label: String?) {
        self.id = id
        self.label = label
    }

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(label)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.read()
        label = try reader.read()
    }
}

private struct Swallowing: FieldRecord, Equatable {
    let id: Int
    let label: String

    static let fields: FieldNames = ["id", "label"]

    init(id: Int, label: String) {
        self.id = id
        self.label = label
    }

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(label)
    }

    init(from reader: inout FieldReader) throws {
        id = (try? reader.read()) ?? 0
        label = (try? reader.read()) ?? ""
    }
}
