import Foundation
import Synchronization

/// Decodes a long record of a plain `Codable` type: it finds the members of the JSON object, and reads texts and numbers
/// in place.
///
/// Foundation's decoder takes several times as long for long texts, and more where they have escapes. For short records
/// it is as fast, so they are left to it, and so are lists and objects within a record. Whatever is not written as the
/// store writes it, and whatever type asks for more than its members, is left to it as a whole: there is no value from
/// here that it would not give.
final class LongRecordDecoder: Decoder {
    /// The number of bytes from which a record is a long one.
    static let threshold = 4_096

    /// Thrown where the complete decoder must read the record.
    private struct Unusual: Error {}

    private struct Member {
        let key: UnsafeBufferPointer<UInt8>
        let value: UnsafeBufferPointer<UInt8>
        var isRead = false
    }

    /// Whether a type asks for more than its members: then trying is a waste.
    final class Habit: Sendable {
        private let isOdd = Atomic(false)
        var isUsual: Bool { !isOdd.load(ordering: .relaxed) }
        func noteOdd() { isOdd.store(true, ordering: .relaxed) }
    }

    private var members: [Member] = []
    private let habit: Habit
    /// Whether something was met that only the complete decoder can read; also when the type caught the error.
    private var isUnusual = false

    private static let noFields: FieldNames = ["value"]
    /// A record of more members is not long because of one of them.
    private static let mostMembers = 64

    private init(_ habit: Habit) {
        self.habit = habit
    }

    /// Decodes a record; nil when the complete decoder has to.
    static func decode<Record: Decodable>(_ type: Record.Type, _ bytes: UnsafeRawBufferPointer, _ habit: Habit)
        -> Record?
    {
        guard habit.isUsual else { return nil }
        let decoder = LongRecordDecoder(habit)
        // Whoever has kept the decoder finds no members in it.
        defer { decoder.members = [] }
        guard decoder.find(in: bytes.assumingMemoryBound(to: UInt8.self)),
            // The complete decoder comes next: it reads what is merely unusual, and says what is wrong otherwise.
            let record = try? Record(from: decoder), !decoder.isUnusual, decoder.isRestValid()
        else { return nil }
        return record
    }

    // MARK: Members

    /// Finds the members; false when the object is not as the store writes it.
    private func find(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 2, bytes[0] == UInt8(ascii: "{") else { return false }
        var reader = FieldReader(bytes, of: Self.self, Self.noFields)
        repeat {
            // The brace, or the comma.
            reader.cursor += 1
            // What cannot be read here, the complete decoder reads or names.
            guard let (key, isASCII) = try? reader.scanQuoted(), isASCII, reader.cursor < reader.end,
                reader.cursor.pointee == UInt8(ascii: ":"), members.count < Self.mostMembers,
                !members.contains(where: { $0.key.elementsEqual(key) })
            else { return false }
            reader.cursor += 1
            // As above.
            guard let value = try? reader.scanLongValue(), let first = value.first, let last = value.last,
                first > UInt8(ascii: " "), last > UInt8(ascii: " ")
            else { return false }
            members.append(Member(key: key, value: value))
        } while reader.cursor < reader.end && reader.cursor.pointee == UInt8(ascii: ",")
        return reader.end - reader.cursor == 1 && reader.cursor.pointee == UInt8(ascii: "}")
    }

    /// Whether what the type has not asked for is JSON.
    private func isRestValid() -> Bool {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        return members.allSatisfy { member in
            // What is none is for the complete decoder to name.
            member.isRead || (try? JSONDecoder.storeDecoder.decode(Anything.self, from: Data(member.value))) != nil
        }
    }

    private func unusual() -> Unusual {
        isUnusual = true
        return Unusual()
    }

    private func position(of key: some CodingKey) throws -> Int? {
        var name = key.stringValue
        return try name.withUTF8 { name in
            // Names that are equal need not be so byte by byte.
            guard name.allSatisfy({ $0 < 0x80 }) else { throw unusual() }
            return members.firstIndex { $0.key.elementsEqual(name) }
        }
    }

    private func member(_ key: some CodingKey) throws -> UnsafeBufferPointer<UInt8> {
        guard let position = try position(of: key) else { throw unusual() }
        members[position].isRead = true
        return members[position].value
    }

    private func read<Value>(_ key: some CodingKey, _ scan: (inout FieldReader) throws -> Value) throws -> Value {
        var reader = FieldReader(try member(key), of: Self.self, Self.noFields)
        // As above.
        guard let value = try? scan(&reader), !reader.isUnusual, reader.cursor == reader.end else { throw unusual() }
        return value
    }

    private func readInteger<Value: FixedWidthInteger>(_ key: some CodingKey) throws -> Value {
        guard let value = Value(exactly: try read(key) { try $0.scanInteger() }) else { throw unusual() }
        return value
    }

    private func readOther<Value: Decodable>(_ type: Value.Type, _ key: some CodingKey) throws -> Value {
        let json = try member(key)
        do {
            return try JSONDecoder.storeDecoder.decode(type, from: Data(json))
        } catch {
            // The complete decoder meets the same, and names the whole way to it.
            throw unusual()
        }
    }

    // MARK: Decoder

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw odd() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw odd() }

    private func odd() -> Unusual {
        habit.noteOdd()
        return unusual()
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: LongRecordDecoder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] {
            decoder.members.compactMap { Key(stringValue: String(decoding: $0.key, as: UTF8.self)) }
        }

        func contains(_ key: Key) -> Bool {
            // What cannot be said is noted, and then the answer does not count.
            (try? decoder.position(of: key)) != nil
        }

        func decodeNil(forKey key: Key) throws -> Bool {
            guard let position = try decoder.position(of: key) else { throw decoder.unusual() }
            let isNull = decoder.members[position].value.elementsEqual("null".utf8)
            if isNull { decoder.members[position].isRead = true }
            return isNull
        }

        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.read(key) { try $0.scanBool() } }
        func decode(_ type: String.Type, forKey key: Key) throws -> String {
            try decoder.read(key) { try $0.scanText() }
        }
        func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
            try decoder.read(key) { try $0.scanDouble() }
        }
        func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder.readOther(type, key) }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.readInteger(key) }
        func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.readInteger(key) }
        func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.readInteger(key) }
        func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.readInteger(key) }
        func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.readInteger(key) }
        func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.readInteger(key) }
        func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.readInteger(key) }
        func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.readInteger(key) }
        func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.readInteger(key) }
        func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.readInteger(key) }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            // Not through `Decodable`: the decoder, not the type, says how a date is written.
            if type == Date.self, let date = Date(timeIntervalSince1970: try decode(Double.self, forKey: key)) as? Value
            {
                return date
            }
            return try decoder.readOther(type, key)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<NestedKey> { throw decoder.odd() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw decoder.odd() }
        func superDecoder() throws -> any Decoder { throw decoder.odd() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.odd() }
    }
}

extension FieldReader {
    /// Any value, whole, as ``scanValue()`` gives it; faster where it is a long text.
    fileprivate mutating func scanLongValue() throws -> UnsafeBufferPointer<UInt8> {
        guard cursor < end, cursor.pointee == UInt8(ascii: "\"") else { return try scanValue() }
        let start = cursor
        cursor += 1
        while end - cursor >= 8 {
            let plain = ByteWord.plainCount(UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self))
            cursor += plain
            guard plain < 8 else { continue }
            switch cursor.pointee {
            case UInt8(ascii: "\""):
                cursor += 1
                return UnsafeBufferPointer(start: start, count: cursor - start)
            case UInt8(ascii: "\\"): cursor += 2
            default: throw unusual()
            }
        }
        // The few bytes at the end of the record.
        cursor = start
        return try scanValue()
    }
}
