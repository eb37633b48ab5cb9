import ConsoleKit
import Database
import PostFeatures

/// Prints what a look at everything that is stored has found, for people or for programs.
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
    ///   - damages: What was damaged.
    ///   - misfits: What does not fit.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ damages: [StoreDamage], misfits: [StoreMisfit]) throws {
        for damage in damages { Console.warn(damage.text(in: format)) }
        if !damages.isEmpty { Console.warn(format.text(ReaderPhrase.goesOnSalvaged)) }
        for misfit in misfits { Console.warn(text(of: misfit)) }
        if session.isJSON {
            try JSONOutput.print(VerificationOutput(damages: damages.map(VerificationOutput.Damage.init)))
        } else if damages.isEmpty {
            try Console.answer(format.text(ReaderPhrase.nothingDamaged))
        }
    }

    /// Which record it is; in English with the reason, which is English and for developers.
    private func text(of misfit: StoreMisfit) -> String {
        guard format.language != .english else { return misfit.description }
        return format.text(ReaderPhrase.misfit, filling: "'\(misfit.collection)' \(misfit.id ?? "–")")
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
            asidePath = damage.asidePath
            salvagedBatches = damage.salvagedBatches
            lostBytes = damage.lostBytes
        }
    }

    let damages: [Damage]
}
