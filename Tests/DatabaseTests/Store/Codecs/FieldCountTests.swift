#if os(Linux) || os(macOS)
    import Foundation
    import Testing

    @testable import Database

    /// A record whose methods do not fit its list of fields is a mistake in the program, and stops it.
    struct FieldCountTests {
        private struct Uneven<Count: FieldCount>: FieldRecord {
            let id: Int

            static var fields: FieldNames { ["id", "a"] }

            init() { id = 1 }

            func write(to writer: inout FieldWriter) {
                for value in 0..<Count.count { writer.write(value) }
            }

            init(from reader: inout FieldReader) throws {
                id = try reader.read()
                for _ in 1..<Count.count { let _: Int = try reader.read() }
            }
        }

        private protocol FieldCount: Sendable { static var count: Int { get } }
        private enum One: FieldCount { static let count = 1 }
        private enum Two: FieldCount { static let count = 2 }
        private enum Three: FieldCount { static let count = 3 }

        private static func write<Record: FieldRecord>(_ record: Record) throws {
            var bytes: [UInt8] = []
            try RecordCodec<Record>.make().encode(record, to: &bytes)
        }

        private static func read<Record: FieldRecord>(_ type: Record.Type) throws {
            _ = try Array(#"{"id":1,"a":2}"#.utf8).withUnsafeBytes { try RecordCodec<Record>.make().decode($0) }
        }

        private static func message(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        @Test func theRightNumberOfFieldsIsFine() throws {
            try Self.write(Uneven<Two>())
            try Self.read(Uneven<Two>.self)
        }

        @Test func tooManyOrTooFewWrittenFieldsStopTheProgram() async {
            await #expect(processExitsWith: .failure) { try FieldCountTests.write(Uneven<Three>()) }
            let few = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try FieldCountTests.write(Uneven<One>())
            }
            #expect(Self.message(few).contains("wrote 1 fields; it declares 2"))
        }

        @Test func tooManyOrTooFewReadFieldsStopTheProgram() async {
            await #expect(processExitsWith: .failure) { try FieldCountTests.read(Uneven<One>.self) }
            let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try FieldCountTests.read(Uneven<Three>.self)
            }
            #expect(Self.message(many).contains("reads more fields than the 2"))
        }

        @Test func aSchemaBehindItsMigrationsStopsTheProgram() async {
            await #expect(processExitsWith: .failure) {
                _ = CollectionSchema<Note>(name: "notes", version: 1, migrations: [.unchanged])
            }
        }
    }
#endif
