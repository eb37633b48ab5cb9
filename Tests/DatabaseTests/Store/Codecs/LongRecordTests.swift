import Core
import Foundation
import Testing

@testable import Database

/// A long record is what the complete decoder makes of it.
struct LongRecordTests {
    private struct Letter: StoredRecord, Identifiable, Codable, Hashable {
        var id: Int
        var date: Date
        var text: String
        var note: String?
        var tags: [String]
        var size: UInt8
    }

    private let long = String(repeating: "A \"quoted\" word, a\nline, ein Wort mit Ümläuten. ", count: 200)

    private func fast<Record: Decodable>(_ type: Record.Type, _ json: some Sequence<UInt8>) -> Record? {
        Array(json).withUnsafeBytes { LongRecordDecoder.decode(type, $0, LongRecordDecoder.Habit()) }
    }

    private func complete<Record: Decodable>(_ type: Record.Type, _ json: some Sequence<UInt8>) -> Record? {
        // Which error it is does not matter here.
        try? JSONDecoder.storeDecoder.decode(type, from: Data(json))
    }

    private func json(_ letter: Letter) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try RecordCodec<Letter>.make().encode(letter, to: &bytes)
        return bytes
    }

    @Test func aPlainRecordIsReadWithoutTheCompleteDecoder() throws {
        for note in [nil, "", long] {
            let letter = Letter(
                id: -7, date: Date(timeIntervalSince1970: 12.5), text: long, note: note, tags: ["a", "b"], size: 200)
            #expect(fast(Letter.self, try json(letter)) == letter)
            #expect(try json(letter).withUnsafeBytes { try RecordCodec<Letter>.make().decode($0) } == letter)
        }
    }

    @Test(arguments: [
        #"{"id":1.0,"date":0,"text":"","tags":[],"size":1}"#, #"{"id":1,"date":0,"text":"","tags":[],"size":300}"#,
        #"{"id":1,"date":0,"text":"","tags":[],"size":1,"id":2}"#, #"{"id":1,"date":0,"text":"","tags":[]}"#,
        #"{"id":1,"date":0,"text":"\ud83d\ude00","tags":[],"size":1}"#,
        #"{"id":1,"date":"0","text":"","tags":[],"size":1}"#,
        #"{ "id":1,"date":0,"text":"","tags":[],"size":1}"#, #"{"id":1,"date":0,"text":"","tags":[],"size":1} "#,
        #"{"id":1,"date":0,"text":"","tags":[],"size":1}}"#, #"{"id":1,"date":0,"text":"","tags":[],"size":1,}"#,
        #"{"id":1,"date":0,"text":"","tags":[],"size":1,"more":[1,}"#,
        #"{"id":1,"date":0,"text":"","tags":[],"size":01}"#,
        #"{"id":1,"date":0,"text":"","tags":[],"size":1,"more":tru}"#,
        #"{"i\u0064":1,"date":0,"text":"","tags":[],"size":1}"#,
    ]) func whatIsNotWrittenAsTheStoreWritesItIsForTheCompleteDecoder(text: String) throws {
        #expect(fast(Letter.self, text.utf8) == nil)
        let read = try? Array(text.utf8).withUnsafeBytes { try RecordCodec<Letter>.make().decode($0) }
        #expect(read == complete(Letter.self, text.utf8))
    }

    @Test func anUnknownMemberIsPassedOver() throws {
        let text = #"{"id":1,"new":{"a":[1,"}"]},"date":0,"text":"","tags":[],"size":1,"newer":null}"#
        let letter = try #require(fast(Letter.self, text.utf8))
        #expect(letter == complete(Letter.self, text.utf8))
    }

    @Test(arguments: 31...34 as ClosedRange<UInt64>) func aChangedRecordIsWhatTheCompleteDecoderMakesOfIt(seed: UInt64)
        throws
    {
        let random = SeededRandomSource(seed: seed)
        var bytes: [UInt8] = []
        try RecordCodec<CodedSample>.make().encode(CodedSample(Sample.random(random)), to: &bytes)
        // Numbers of 19 digits are for the complete decoder.
        if let record = fast(CodedSample.self, bytes) {
            #expect(record == complete(CodedSample.self, bytes), "seed \(seed)")
        }
        for position in bytes.indices {
            for flip: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var flipped = bytes
                flipped[position] ^= flip
                guard let record = fast(CodedSample.self, flipped) else { continue }
                #expect(record == complete(CodedSample.self, flipped), "seed \(seed), byte \(position) ^ \(flip)")
            }
        }
        for count in bytes.indices { #expect(fast(CodedSample.self, bytes[..<count]) == nil, "seed \(seed), \(count)") }
    }

    /// A type that takes a number or a text, and tries one after the other.
    private struct Lenient: StoredRecord, Identifiable, Codable, Hashable {
        var id: Int
        var text: String
        var value: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            text = try container.decode(String.self, forKey: .text)
            if let number = try? container.decode(Int.self, forKey: .value) {
                value = "number \(number)"
            } else {
                value = try container.decodeIfPresent(String.self, forKey: .value) ?? "none"
            }
        }
    }

    @Test(arguments: ["1", "1e3", "\"one\"", "null"]) func aTypeThatTriesReadsWhatItAlwaysRead(value: String) throws {
        let bytes = Array("{\"id\":1,\"text\":\"\(String(repeating: "x", count: 5_000))\",\"value\":\(value)}".utf8)
        let read = try bytes.withUnsafeBytes { try RecordCodec<Lenient>.make().decode($0) }
        #expect(read == complete(Lenient.self, bytes))
    }

    /// A type that looks into an object within the record itself.
    private struct Nesting: StoredRecord, Identifiable, Codable, Hashable {
        enum Keys: CodingKey { case id, body }
        enum BodyKeys: CodingKey { case text }
        var id: Int
        var text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            id = try container.decode(Int.self, forKey: .id)
            text = try container.nestedContainer(keyedBy: BodyKeys.self, forKey: .body).decode(
                String.self, forKey: .text)
        }
    }

    @Test func aTypeThatAsksForMoreIsLeftToTheCompleteDecoderFromThenOn() throws {
        let text = String(repeating: "x", count: 5_000)
        let bytes = Array("{\"id\":1,\"body\":{\"text\":\"\(text)\"}}".utf8)
        let habit = LongRecordDecoder.Habit()
        #expect(bytes.withUnsafeBytes { LongRecordDecoder.decode(Nesting.self, $0, habit) } == nil)
        #expect(!habit.isUsual)
        #expect(try bytes.withUnsafeBytes { try RecordCodec<Nesting>.make().decode($0) }.text == text)
    }
}
