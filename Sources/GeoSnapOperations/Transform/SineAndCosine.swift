/// The sine and cosine of an angle in degrees, exact at multiples of 90.
///
/// The angle is reduced to an eighth of a turn without rounding, which degrees permit; there the polynomials of
/// fdlibm (`__kernel_sin`, `__kernel_cos`; Sun Microsystems, 1993) are within an ulp.
package func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let turn = degrees.truncatingRemainder(dividingBy: 360)
  let quarters = (turn / 90).rounded()
  let angle = (turn - quarters * 90) * (Double.pi / 180)
  let square = angle * angle
  let sine =
    angle
    + angle * square
    * (-1.666_666_666_666_663_243_48e-01
      + square
      * (8.333_333_333_322_489_461_24e-03
        + square
        * (-1.984_126_982_985_794_931_34e-04
          + square
          * (2.755_731_370_707_006_767_89e-06
            + square
            * (-2.505_076_025_340_686_341_95e-08 + square * 1.589_690_995_211_550_102_21e-10)))))
  let cosine =
    1
    + square
    * (-0.5
      + square
      * (4.166_666_666_666_660_190_37e-02
        + square
        * (-1.388_888_888_887_410_957_49e-03
          + square
          * (2.480_158_728_947_672_941_78e-05
            + square
            * (-2.755_731_435_139_066_330_35e-07
              + square
              * (2.087_572_321_298_174_827_90e-09 + square * -1.135_964_755_778_819_482_65e-11))))))
  switch (Int(quarters) % 4 + 4) % 4 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}
