import ConsoleKit
import Database
import PostFeatures

/// Prints the result of verifying the store, for people or for programs.
@MainActor
struct VerificationPrinter {
    let session: Session
    private let format = PostFormat.chosen()

    init(session: Session) {
        self.session = session
    }

    /// Prints what was damaged; what does not fit this version is no damage, and is told on standard error alone.
    ///
    /// - Parameters:
    ///   - damages: The damaged files.
    ///   - unreadableRecords: The records that do not fit this version.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ damages: [StoreDamage], unreadableRecords: [UnreadableRecord]) throws {
        for damage in damages { Console.warn(damage.text(in: format)) }
        if !damages.isEmpty { Console.warn(format.text(ReaderPhrase.goesOnSalvaged)) }
        for record in unreadableRecords { Console.warn(text(of: record)) }
        if session.isJSON {
            try JSONOutput.print(VerificationOutput(damages: damages.map(VerificationOutput.Damage.init)))
        } else if damages.isEmpty {
            try Console.answer(format.text(ReaderPhrase.nothingDamaged))
        }
    }

    /// The name of the record; in English with the reason, which is English and for developers.
    private func text(of record: UnreadableRecord) -> String {
        guard format.language != .english else { return record.description }
        return format.text(ReaderPhrase.unreadableRecord, filling: "'\(record.collection)' \(record.id ?? "–")")
    }
}

/// The JSON that `verify` prints.
struct VerificationOutput: Encodable {
    struct Damage: Encodable {
        /// The file, which holds what could be salvaged.
        let path: String
        /// The path of the file as it was found.
        let asidePath: String
        let salvagedBatches: Int
        let lostBytes: Int

        init(_ damage: StoreDamage) {
            path = damage.path
            asidePath = damage.setAsidePath
            salvagedBatches = damage.salvagedBatches
            lostBytes = damage.lostBytes
        }
    }

    let damages: [Damage]
}
