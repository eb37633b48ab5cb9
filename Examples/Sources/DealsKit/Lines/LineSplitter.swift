import Foundation

/// Cuts a stream of bytes into lines, in whatever pieces it comes.
///
/// No more than one line is in memory; one that is longer than allowed is thrown away while it comes.
struct LineSplitter {
    /// A line without its line feed.
    enum Line {
        case whole(UnsafeBufferPointer<UInt8>)
        case tooLong
    }

    /// The greatest length of a line in bytes.
    let longest: Int
    /// The number of lines so far.
    private(set) var count = 0
    /// The beginning of a line whose end has not come.
    private var rest: [UInt8] = []
    private var isTooLong = false

    init(longest: Int) {
        self.longest = longest
    }

    /// Takes the next piece, and gives the lines that end in it.
    ///
    /// - Parameters:
    ///   - bytes: The piece.
    ///   - body: Takes a line, whose bytes are valid during the call only, and its number from 1.
    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Line, Int) -> Void) {
        guard let start = bytes.baseAddress else { return }
        var position = 0
        while position < bytes.count, let found = memchr(start + position, 0x0A, bytes.count - position) {
            let end = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
            add(UnsafeBufferPointer(rebasing: bytes[position..<end]), isEnd: true, body)
            position = end + 1
        }
        if position < bytes.count { add(UnsafeBufferPointer(rebasing: bytes[position...]), isEnd: false, body) }
    }

    /// Gives the last line, when it has no line feed.
    mutating func finish(_ body: (Line, Int) -> Void) {
        if isTooLong || !rest.isEmpty { add(UnsafeBufferPointer(start: nil, count: 0), isEnd: true, body) }
    }

    private mutating func add(_ piece: UnsafeBufferPointer<UInt8>, isEnd: Bool, _ body: (Line, Int) -> Void) {
        if isTooLong || rest.count + piece.count > longest {
            isTooLong = true
            rest = []
        } else if !isEnd || !rest.isEmpty {
            rest.append(contentsOf: piece)
        }
        guard isEnd else { return }
        count += 1
        if isTooLong {
            body(.tooLong, count)
        } else if rest.isEmpty {
            body(.whole(withoutMark(piece)), count)
        } else {
            rest.withUnsafeBufferPointer { body(.whole(withoutMark($0)), count) }
        }
        isTooLong = false
        rest.removeAll(keepingCapacity: rest.capacity < 1 << 20)
    }

    /// Some programs begin a file with a byte order mark.
    private func withoutMark(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) else { return line }
        return UnsafeBufferPointer(rebasing: line[3...])
    }
}
