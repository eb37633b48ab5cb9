import Core
import Foundation
import Testing

@testable import Database

struct NumberTextTests {
    private func text(_ number: Double) -> String {
        var buffer = JSONBuffer()
        buffer.append(number)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    private func number(_ text: String) throws -> Double {
        try Array("{\"a\":\(text)".utf8).withUnsafeBufferPointer { bytes in
            var reader = FieldReader(bytes, of: Sample.self, ["a"])
            return try reader.read()
        }
    }

    private static let edges: [Double] = [
        0, -0.0, 0.001, 0.0009765625, 0x1p-9, 0x1.fffffffffffffp-10, 0.1, 0.3, 1 / 3, 0.5, 1, 9.5, 10, 99.99, 1e15,
        1e16, 0x1p53, 0x1p54, 0x1p53 - 1, 0x1p52 + 0.5, 0x1p51 + 0.25, 4_503_599_627_370_497.5, 1e22, 1e23,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, 1_700_000_000.123456, 123_456.789, 5e-5, 1e-5, 2.5e-3,
    ]

    @Test(arguments: edges) func theEdgesAreWrittenAndReadAsSwiftDoes(number: Double) throws {
        for number in [number, -number, number.nextUp, number.nextDown] where number.isFinite {
            #expect(text(number) == number.description)
            #expect(try self.number(number.description).bitPattern == number.bitPattern)
        }
    }

    @Test func powersOfTwoAreWrittenAsSwiftDoes() throws {
        for exponent in -12...56 {
            for number in [Double(sign: .plus, exponent: exponent, significand: 1)] {
                for near in [number, number.nextUp, number.nextDown] { #expect(text(near) == near.description) }
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func numbersAreWrittenAndReadAsSwiftDoes(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        var wrong: [Double] = []
        for round in 0..<40_000 {
            let bits = random.next()
            let number: Double =
                switch round % 4 {
                case 0:
                    Double(sign: .plus, exponent: Int(bits % 64) - 10, significand: 1 + Double(bits >> 11) * 0x1p-53)
                case 1: Double(bits % 100_000_000_000) / Double(PowersOfTen.small(Int(bits >> 60) % 8))
                case 2: 1_600_000_000 + Double(bits >> 40) / 1_000
                default: Double(bitPattern: bits)
                }
            guard number.isFinite else { continue }
            let description = number.description
            let isRead = try self.number(description) == number
            if !isRead || text(number) != description { wrong.append(number) }
        }
        #expect(wrong.isEmpty, "seed \(seed)")
    }

    @Test(arguments: 11...13 as ClosedRange<UInt64>) func digitsOfAnyLengthAreReadAsSwiftDoes(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<20_000 {
            let digits = (0..<1 + random.next() % 22).map { _ in String(random.next() % 10) }.joined()
            let point = Int(random.next() % UInt64(digits.count))
            let whole = digits.prefix(point).drop { $0 == "0" }
            let exponent = ["", "", "", "e5", "E-7", "e+300", "e-320"][Int(random.next() % 7)]
            let text = "\(whole.isEmpty ? "0" : whole).\(digits.dropFirst(point))\(exponent)"
            guard let expected = Double(text), expected.isFinite else { continue }
            #expect(try number(text) == expected, "\(text), seed \(seed)")
        }
    }

    @Test func wholeNumbersOfEveryLengthAreWritten() {
        for exponent in 0..<20 {
            for number in [PowersOfTen.small(exponent), PowersOfTen.small(exponent) - 1, .max] {
                var buffer = JSONBuffer()
                buffer.append(number)
                #expect(String(decoding: buffer.bytes, as: UTF8.self) == String(number))
            }
        }
        var buffer = JSONBuffer()
        buffer.append(Int64.min)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == String(Int64.min))
    }
}
